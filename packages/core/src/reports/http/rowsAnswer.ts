/** Answers that are written while their rows are read: the next rows are read when the reader has taken those before. */
import { Effect, Pull, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import type { StorageError } from "../../storage/StorageError.ts"
import type { ReportKind } from "../ReportKind.ts"
import type { ShownRows } from "../ReportSource.ts"

const bytes = new TextEncoder()

interface Written {
  readonly view?: (row: string) => string
  /** What stands around the rows. */
  readonly before?: string
  readonly after?: string
  /** Names the report in its validator; undefined: the answer has none. */
  readonly kind?: ReportKind
  /** An empty answer where there are no rows. */
  readonly none?: "204"
}

/**
 * The first rows are read before the answer begins, so that a storage that fails is still answered as an error. One that fails later
 * breaks the answer off.
 */
export const rowsAnswer = Effect.fnUntraced(function* (
  { revision, rows }: ShownRows,
  { after = "]", before = "[", kind, none, view }: Written
) {
  const pull = yield* Stream.toPull(rows)
  const first: ReadonlyArray<string> = yield* Pull.catchDone(pull, () => Effect.succeed([]))
  if (first.length === 0 && none === "204") return HttpServerResponse.empty({ status: 204 })
  const joined = (some: ReadonlyArray<string>) => (view === undefined ? some : some.map((row) => view(row))).join(",")
  const following = Stream.map(Stream.chunks(Stream.fromPull(Effect.succeed(pull))), (some) => `,${joined(some)}`)
  const texts = Stream.make(before + joined(first)).pipe(
    Stream.concat(first.length === 0 ? Stream.empty : following),
    Stream.concat(Stream.make(after)),
    Stream.map((text) => bytes.encode(text))
  )
  // A weak validator: answers that say the same need not have the same bytes.
  const headers = kind === undefined || revision === undefined ? {} : { etag: `W/"${kind}-${revision}"` }
  return HttpServerResponse.stream<StorageError>(texts, { contentType: "application/json", headers })
})
