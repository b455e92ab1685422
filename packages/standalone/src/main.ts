#!/usr/bin/env node
/** The command line. */
import "effect/schema/SchemaJITCompiler/enable"
import { NodeHttpClient, NodeRuntime, NodeServices } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import { Command } from "effect/cli"
import { SecureRandom } from "effect/crypto"
import { errorOutputLayer } from "./cli/output/errorOutput.ts"
import { sellerkit } from "./cli/sellerkit.ts"
import { teardown } from "./cli/teardown.ts"
import { version } from "./version.ts"
import { keepObjectsYoung } from "./youngObjects.ts"

keepObjectsYoung()

sellerkit.pipe(
  Command.run({ version }),
  Effect.provide(errorOutputLayer),
  Effect.provide(Layer.mergeAll(NodeServices.layer, NodeHttpClient.layerUndici, SecureRandom.layerWebCrypto)),
  NodeRuntime.runMain({ teardown })
)
