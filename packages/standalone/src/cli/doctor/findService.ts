/** Looks whether a service answers at an address, and how it does. */
import { Clock, DateTime, Effect, Option, Schema } from "effect"
import { HttpClient } from "effect/http"

export interface RunningService {
  readonly _tag: "Running"
  /** Absent where other processes deliver. */
  readonly dispatcher?: { readonly inFlight: number; readonly problem?: string } | undefined
  /** Why its database would not keep what is written. */
  readonly databaseProblem?: string | undefined
  /** Its clock and ours at the same moment. */
  readonly clocks?: { readonly its: DateTime.Utc; readonly ours: DateTime.Utc }
}

export type ServiceFound =
  | RunningService
  /** Something else answers. */
  | { readonly _tag: "Other"; readonly status: number }
  /** Something takes the connection, and says nothing. */
  | { readonly _tag: "Silent" }
  | { readonly _tag: "Nobody" }

// our choice: it answers from memory.
const patience = "5 seconds"

/** As `/health/ready` answers. */
const Readiness = Schema.Struct({
  status: Schema.Literals(["ready", "not ready"]),
  dispatcher: Schema.optionalKey(Schema.Struct({ inFlight: Schema.Int, problem: Schema.optionalKey(Schema.String) })),
  database: Schema.optionalKey(Schema.Struct({ problem: Schema.String }))
})

const nobody: ServiceFound = { _tag: "Nobody" }
const silent: ServiceFound = { _tag: "Silent" }

const ask = Effect.fnUntraced(function* (url: string) {
  const client = yield* HttpClient.HttpClient
  const response = yield* client.get(`${url}/health/ready`)
  const ours = DateTime.makeUnsafe(yield* Clock.currentTimeMillis)
  const body = yield* Effect.orElseSucceed(response.json, () => undefined)
  const readiness = Schema.decodeUnknownOption(Readiness)(body)
  if (Option.isNone(readiness)) return { _tag: "Other", status: response.status } satisfies ServiceFound
  const its = DateTime.make(response.headers["date"] ?? "")
  const { database, dispatcher } = readiness.value
  return {
    _tag: "Running",
    dispatcher,
    databaseProblem: database?.problem,
    ...Option.match(its, { onNone: () => ({}), onSome: (time) => ({ clocks: { its: DateTime.toUtc(time), ours } }) })
  } satisfies RunningService
})

export const findService = (url: string): Effect.Effect<ServiceFound, never, HttpClient.HttpClient> =>
  ask(url).pipe(
    Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.succeed(silent) }),
    Effect.orElseSucceed(() => nobody)
  )
