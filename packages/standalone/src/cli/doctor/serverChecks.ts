/** Whether a PostgreSQL server can be served from, and is kept as it has to be. */
import * as PgStorage from "@sellerkit/storage-pg"
import { Clock, Effect, type Redacted, Result } from "effect"
import { reasonOf } from "../output/reasonOf.ts"
import { problem } from "./Check.ts"
import { judgeInspection } from "./judgeInspection.ts"

export const checkServer = Effect.fnUntraced(function* (url: Redacted.Redacted, name: string, processes: number) {
  const looked = yield* PgStorage.inspect.pipe(Effect.provide(PgStorage.connectionLayer({ url })), Effect.result)
  if (Result.isFailure(looked)) {
    const [message, ...advice] = reasonOf(looked.failure.cause).split(". ")
    const check = problem(
      "database",
      `${name} cannot be used: ${message}`,
      advice.join(". ") || "Check SELLERKIT_DATABASE"
    )
    return { checks: [check] }
  }
  return { checks: judgeInspection(looked.success, yield* Clock.currentTimeMillis, processes) }
})
