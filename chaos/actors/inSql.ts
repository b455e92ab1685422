/** Publishing in SQL, in a transaction in which the host writes a row of its own for each event. */
import type { PgClient } from "@effect/sql-pg"
import { Cause, Effect, Exit } from "effect"
import type { PublishAnswer, Way } from "./Way.ts"

export const createHostTable = (sql: PgClient.PgClient) =>
  Effect.asVoid(sql`create table host_row (key text primary key)`)

/** Keys of the events that the host has rows of. */
export const hostKeys = (sql: PgClient.PgClient) =>
  Effect.map(sql<{ key: string }>`select key from host_row`, (rows) => rows.map(({ key }) => key))

const given = "jsonb_array_elements($1::jsonb) with ordinality as given (event, place)"

const insertText = `insert into host_row select event->>'idempotencyKey' from ${given} on conflict do nothing`

// The payload stays the text that it is.
const publishText = `select place::integer, sellerkit.publish($2::uuid, event->>'scope', event->>'type', event->>'payload',
  event->>'idempotencyKey') as id from ${given}`

interface PublishedRow {
  readonly place: number
  readonly id: string
}

/** What the server says is the innermost error. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : reasonOf(error.cause)
}

const failed = (cause: Cause.Cause<unknown>): PublishAnswer => {
  const reason = reasonOf(Cause.squash(cause))
  if (reason.startsWith("payload:")) return { _tag: "Refused" }
  // Whatever else the server has to say is about a connection or a server that is no more.
  return { _tag: "Unanswered" }
}

const within = "10 seconds"

export const inSql = (sql: PgClient.PgClient): Way => ({
  wrongPayload: [],
  publish: async (seller, events) => {
    const content = JSON.stringify(events.map((event) => ({ ...event, payload: JSON.stringify(event.payload) })))
    const publication = Effect.andThen(
      sql.unsafe(insertText, [content]),
      sql.unsafe<PublishedRow>(publishText, [content, seller.id])
    )
    const exit = await Effect.runPromiseExit(Effect.timeout(sql.withTransaction(publication), within))
    if (Exit.isFailure(exit)) return failed(exit.cause)
    const rows = exit.value.toSorted((left, right) => left.place - right.place)
    return { _tag: "Accepted", ids: rows.map(({ id }) => id) }
  }
})
