/** A PostgreSQL server for the process that starts this program. It prints its URL, and ends with that process. */
import { Console, Effect } from "effect"
import { NodeRuntime } from "@effect/platform-node"
import { startPrivateServer } from "./privateServer.ts"

startPrivateServer().pipe(
  Effect.tap(({ url }) => Console.log(url)),
  Effect.andThen(Effect.never),
  Effect.scoped,
  NodeRuntime.runMain
)
