/** A PostgreSQL server for whoever starts this program: prints its URL, and ends with it. */
import { Console, Effect } from "effect"
import { NodeRuntime } from "@effect/platform-node"
import { startPrivateServer } from "./privateServer.ts"

startPrivateServer().pipe(
  Effect.tap(({ url }) => Console.log(url)),
  Effect.andThen(Effect.never),
  Effect.scoped,
  NodeRuntime.runMain
)
