/** Runs the command line. What each command does, and what that needs, is loaded by the command. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Layer } from "effect"
import { Command } from "effect/cli"
import { SecureRandom } from "effect/crypto"
import { version } from "../version.ts"
import { keepObjectsYoung } from "../server/keepObjectsYoung.ts"
import { errorOutputLayer } from "./output/errorOutput.ts"
import { sellerkit } from "./sellerkit.ts"
import { teardown } from "./teardown.ts"

keepObjectsYoung()

sellerkit.pipe(
  Command.run({ version }),
  Effect.provide(errorOutputLayer),
  Effect.provide(Layer.mergeAll(NodeServices.layer, SecureRandom.layerWebCrypto)),
  NodeRuntime.runMain({ teardown })
)
