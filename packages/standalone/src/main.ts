#!/usr/bin/env node
/** The command line. */
import "effect/schema/SchemaJITCompiler/enable"
import { NodeHttpClient, NodeRuntime, NodeServices } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import { Command } from "effect/cli"
import { SecureRandom } from "effect/crypto"
import { errorOutputLayer } from "./cli/errorOutput.ts"
import { listen } from "./cli/listen.ts"
import { openapi } from "./cli/openapi.ts"
import { publish } from "./cli/publish.ts"
import { serve } from "./cli/serve.ts"
import { teardown } from "./cli/teardown.ts"
import { token } from "./cli/token.ts"
import { version } from "./version.ts"

Command.make("sellerkit").pipe(
  Command.withDescription("Webhooks for a marketplace's sellers"),
  Command.withSubcommands([serve, token, publish, listen, openapi]),
  Command.run({ version }),
  Effect.provide(errorOutputLayer),
  Effect.provide(Layer.mergeAll(NodeServices.layer, NodeHttpClient.layerUndici, SecureRandom.layerWebCrypto)),
  NodeRuntime.runMain({ teardown })
)
