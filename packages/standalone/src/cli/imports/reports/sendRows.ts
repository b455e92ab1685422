/** Sends rows of a report to a service, which takes the good ones and names the others. */
import { Array, Duration, Effect, Schedule, Schema } from "effect"
import { HttpBody, HttpClient, HttpClientRequest } from "effect/http"
import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { constants, gzip } from "node:zlib"
import type { CommandFailed } from "../../CommandFailed.ts"
import { type Connection, keyOf } from "../../connection/connection.ts"
import { explained, refusal } from "../../connection/explained.ts"
import { ServiceUnavailable } from "../../connection/ServiceUnavailable.ts"
import { warn } from "../../output/warn.ts"
import type { ReadRow, UnreadableRow } from "../files/FileRow.ts"

const Answer = Schema.Struct({
  accepted: Schema.Int,
  changed: Schema.Int,
  refused: Schema.Array(Schema.Struct({ line: Schema.Int, field: Schema.String, reason: Schema.String })),
  more: Schema.Int
})

interface SentRows {
  readonly accepted: number
  readonly changed: number
  readonly refused: ReadonlyArray<UnreadableRow>
}

const compress = promisify(gzip)

// our choice: text shrinks to a fifth even so, and the processor has more to do than the network.
const compressed = (text: string) => Effect.promise(() => compress(text, { level: constants.Z_BEST_SPEED }))

const nothingSent: SentRows = { accepted: 0, changed: 0, refused: [] }

const isAnswer = Schema.is(Answer)

const secondsOf = (header: string | undefined): number => {
  const seconds = Number(header ?? 1)
  return Number.isSafeInteger(seconds) && seconds >= 0 ? seconds : 1
}

// our choice: a service that asks for more of it is asked again sooner.
const longestWait = 60

// our choice: as long as a service takes that is started again, with a database that has to recover.
const patience = Schedule.max([
  Schedule.min([Schedule.exponential(Duration.millis(250)), Schedule.spaced(Duration.seconds(10))]),
  Schedule.recurs(20)
])

const callOnce = Effect.fnUntraced(function* ({ connection, path }: RowsTarget, key: string, text: string) {
  const client = yield* HttpClient.HttpClient
  const request = HttpClientRequest.post(`${connection.url}/operator/v1${path}`).pipe(
    HttpClientRequest.bearerToken(yield* keyOf(connection)),
    HttpClientRequest.setHeaders({ "content-encoding": "gzip", "idempotency-key": key }),
    HttpClientRequest.setBody(HttpBody.uint8Array(yield* compressed(text), "application/x-ndjson"))
  )
  const response = yield* client.execute(request)
  const { headers, status } = response
  const answer: unknown = yield* Effect.orElseSucceed(response.json, () => undefined)
  if (status < 300 && isAnswer(answer)) return answer
  const failure = refusal(answer, status)
  if (status !== 429) return yield* failure
  yield* Effect.sleep(Duration.seconds(Math.min(secondsOf(headers["retry-after"]), longestWait)))
  return yield* new ServiceUnavailable({ message: failure.message })
})

/** Imports of which it was said that they wait. */
const told = new WeakSet<RowsTarget>()

const tellOnce = (target: RowsTarget, error: CommandFailed | ServiceUnavailable) => {
  if (told.has(target) || !(error instanceof ServiceUnavailable)) return Effect.void
  told.add(target)
  return warn(`${error.message} It is asked again for some minutes.`)
}

/** Calls until there is an answer, as long as that may help. A repeated call is answered as it was the first time. */
const call = (target: RowsTarget, key: string, text: string) =>
  explained(target.connection.url)(callOnce(target, key, text)).pipe(
    Effect.tapError((error) => tellOnce(target, error)),
    Effect.retry({ schedule: patience, while: (error) => error instanceof ServiceUnavailable })
  )

export interface RowsTarget {
  readonly connection: Connection
  /** Of the operation, after `/operator/v1`. */
  readonly path: string
  /** The same when an import goes on, and another one for each import: what was sent once may be sent again. */
  readonly importId: string
}

/** Rows with the same text at the same place of the same import. */
const keyFor = (importId: string, first: number, text: string): string =>
  createHash("sha256").update(`${importId} ${first}\n${text}`).digest("hex").slice(0, 40)

const sendOnce = Effect.fnUntraced(function* (target: RowsTarget, rows: ReadonlyArray<ReadRow>) {
  const text = rows.map((row) => row.text).join("\n")
  const answer = yield* call(target, keyFor(target.importId, rows[0]!.line, text), text)
  const refused = answer.refused.map(({ field, line, reason }): UnreadableRow => {
    const row = rows[line - 1]!
    return { line: row.line, field, reason, row: row.value }
  })
  return { ...answer, refused }
})

// our choice (design: operator inputs): as many refused rows as one answer names.
const mostNamed = 100

/** Where an answer does not name all refused rows, they are sent again in parts that it does name all of. */
export const sendRows = Effect.fnUntraced(function* (target: RowsTarget, rows: ReadonlyArray<ReadRow>) {
  if (rows.length === 0) return nothingSent
  const { accepted, changed, more, refused } = yield* sendOnce(target, rows)
  if (more === 0) return { accepted, changed, refused } satisfies SentRows
  const parts = yield* Effect.forEach(Array.chunksOf(rows, mostNamed), (part) => sendOnce(target, part))
  return { accepted, changed, refused: parts.flatMap((part) => part.refused) } satisfies SentRows
})
