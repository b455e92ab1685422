#!/usr/bin/env node
/** The command line. */
import "effect/schema/SchemaJITCompiler/enable"
import { NodeHttpClient, NodeRuntime, NodeServices } from "@effect/platform-node"
import { Effect, Exit, Layer, Runtime } from "effect"
import { Command } from "effect/cli"
import { SecureRandom } from "effect/crypto"
import { listen } from "./cli/listen.ts"
import { openapi } from "./cli/openapi.ts"
import { publish } from "./cli/publish.ts"
import { serve } from "./cli/serve.ts"
import { token } from "./cli/token.ts"
import { version } from "./version.ts"

Command.make("sellerkit").pipe(
  Command.withDescription("Webhooks for a marketplace's sellers"),
  Command.withSubcommands([serve, token, publish, listen, openapi]),
  Command.run({ version }),
  Effect.provide(Layer.mergeAll(NodeServices.layer, NodeHttpClient.layerUndici, SecureRandom.layerWebCrypto)),
  // Being told to stop, and having stopped in order, is no failure.
  NodeRuntime.runMain({
    teardown: (exit, onExit) => (Exit.hasInterrupts(exit) ? onExit(0) : Runtime.defaultTeardown(exit, onExit))
  })
)
