/** Runs the command line. */
import "effect/schema/SchemaJITCompiler/enable"
import { NodeHttpClient, NodeRuntime, NodeServices } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import { Command } from "effect/cli"
import { SecureRandom } from "effect/crypto"
import { errorOutputLayer } from "./errorOutput.ts"
import { sellerkit } from "./sellerkit.ts"
import { teardown } from "./teardown.ts"
import { version } from "../version.ts"
import { keepObjectsYoung } from "../youngObjects.ts"

keepObjectsYoung()

sellerkit.pipe(
  Command.run({ version }),
  Effect.provide(errorOutputLayer),
  Effect.provide(Layer.mergeAll(NodeServices.layer, NodeHttpClient.layerUndici, SecureRandom.layerWebCrypto)),
  NodeRuntime.runMain({ teardown })
)
