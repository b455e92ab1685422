/** Runs the command line. What each command does, and what that needs, is loaded by the command. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Layer } from "effect"
import { Command } from "effect/cli"
import { SecureRandom } from "effect/crypto"
import { version } from "../version.ts"
import { keepObjectsYoung } from "../server/keepObjectsYoung.ts"
import { CurrentEnding, type Ending } from "./Ending.ts"
import { errorOutputLayer } from "./output/errorOutput.ts"
import { endWithReader } from "./output/lostReader.ts"
import { sellerkit } from "./sellerkit.ts"
import { teardownOf } from "./teardown.ts"

keepObjectsYoung()

const current: { ending: Ending } = { ending: "unfinished" }
endWithReader(current)

sellerkit.pipe(
  Command.run({ version }),
  Effect.provideService(CurrentEnding, current),
  Effect.provide(errorOutputLayer),
  Effect.provide(Layer.mergeAll(NodeServices.layer, SecureRandom.layerWebCrypto)),
  NodeRuntime.runMain({ teardown: teardownOf(current) })
)
