/** A PostgreSQL server for the process that starts this program. It prints its URL, and ends with that process. */
import { Console, Effect } from "effect"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { startPrivateServer } from "./privateServer.ts"

startPrivateServer().pipe(
  Effect.tap(({ url }) => Console.log(url)),
  Effect.andThen(Effect.never),
  Effect.scoped,
  NodeRuntime.runMain
)
