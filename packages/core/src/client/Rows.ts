/**
 * The rows of a large answer as they arrive, without holding the answer. Calls give the answer itself with
 * `responseMode: "response-only"`.
 */
import { JSONParser } from "@streamparser/json"
import { Effect, Schema, Stream } from "effect"
import { type HttpClientError, HttpClientResponse } from "effect/http"

/** What arrived is not the JSON that it should be, or ended before its end. */
export class RowsUnreadable extends Schema.TaggedError<RowsUnreadable>()("RowsUnreadable", { cause: Schema.Defect() }) {
  override get message() {
    return `The rows of the answer cannot be read: ${this.cause instanceof Error ? this.cause.message : this.cause}`
  }
}

export interface RowsOptions<A> {
  readonly row: Schema.ConstraintDecoder<A>
  /** Where the rows are, as `@streamparser/json` writes it: `$.*`, the elements of a list, when absent; `$.data.items.*`, for example. */
  readonly path?: string
}

const unreadable = (cause: unknown) => new RowsUnreadable({ cause })

/** Gives the values that are complete with each piece. */
const makeReader = (path: string) => {
  let values: Array<unknown> = []
  const parser = new JSONParser({ paths: [path], keepStack: false })
  parser.onValue = ({ value }) => {
    values.push(value)
  }
  // Without it, the parser throws as well, but not everywhere.
  let failure: unknown
  parser.onError = (error) => {
    failure ??= error
  }
  const taken = (): ReadonlyArray<unknown> => {
    if (failure !== undefined) throw failure
    const complete = values
    values = []
    return complete
  }
  return {
    read: (piece: Uint8Array): ReadonlyArray<unknown> => {
      parser.write(piece)
      return taken()
    },
    end: (): ReadonlyArray<unknown> => {
      if (!parser.isEnded) throw new Error("it ended before its end")
      return taken()
    }
  }
}

/** Then the parser says what is missing. */
const isEmpty = ({ reason }: HttpClientError.HttpClientError): boolean => reason._tag === "EmptyBodyError"

/** Fails with the status where that is not 2xx. An answer without content, such as 204, has no rows. */
export const of = <E, R, A>(
  call: Effect.Effect<HttpClientResponse.HttpClientResponse, E, R>,
  { path = "$.*", row }: RowsOptions<A>
): Stream.Stream<A, E | HttpClientError.HttpClientError | RowsUnreadable | Schema.SchemaError, R> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const answer = yield* Effect.flatMap(call, HttpClientResponse.filterStatusOk)
      if (answer.status === 204) return Stream.empty
      const reader = makeReader(path)
      const decode = Schema.decodeUnknownEffect(Schema.Array(row))
      const read = (step: () => ReadonlyArray<unknown>) =>
        Effect.flatMap(Effect.try({ try: step, catch: unreadable }), (values) => decode(values))
      const rest = Stream.fromIterableEffect(Effect.suspend(() => read(reader.end)))
      return answer.stream.pipe(
        Stream.catchIf(isEmpty, () => Stream.empty),
        Stream.mapEffect((piece) => read(() => reader.read(piece))),
        Stream.flattenIterable,
        Stream.concat(rest)
      )
    })
  )
