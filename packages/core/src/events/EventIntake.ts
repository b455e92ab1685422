/** Checks what a publisher gives against the catalog. The result is events ready to be stored, or everything that is wrong. */
import { Array, type ByteSize, DateTime, Effect, Exit, Result, Schema } from "effect"
import type { SecureRandom } from "effect/crypto"
import type { EventCatalog } from "../catalog/Catalog.ts"
import type { EventType } from "../catalog/EventType.ts"
import { EventId, type NewEvent } from "../catalog/NewEvent.ts"
import { type FieldProblem, fieldProblems } from "../validation/FieldProblem.ts"
import { isOfWrittenYear, ofOtherYear } from "../time/writtenYears.ts"
import { EventInvalid, EventsRejected, IdempotencyKey, UnknownEventType } from "./Event.ts"
import { readPayload } from "./Payload.ts"

/** An event as a publisher gives it. */
export interface EventInput {
  readonly scope: string
  readonly type: string
  /** A JSON object: a value, or `PayloadText` to have the very text stored and sent. */
  readonly payload: unknown
  /** When it happened; now, when absent. */
  readonly time?: DateTime.Utc
  /** Makes repeating the call safe; the event's id, when absent. */
  readonly idempotencyKey?: string
}

export interface IntakeRules {
  readonly catalog: EventCatalog
  readonly largestPayload: ByteSize.ByteSize
  /** Makes the ids of events. */
  readonly random: SecureRandom.SecureRandom["Service"]
}

type Decode = (value: unknown) => Effect.Effect<unknown, Schema.SchemaError>

/** A check that succeeds without waiting for anything, as nearly every one does, needs no fiber. */
const isDone = (decoded: Effect.Effect<unknown, Schema.SchemaError>): boolean =>
  Exit.isExit(decoded) && Exit.isSuccess(decoded)

/** Stops at the first problem, which a compiled schema does fast, and looks for all of them when there is one. */
const decoderOf = (schema: Schema.Decoder<unknown>): Decode => {
  const decode = Schema.decodeUnknownEffect(schema)
  const decodeWhole = Schema.decodeUnknownEffect(schema, { errors: "all" })
  return (value) => {
    const decoded = decode(value)
    return isDone(decoded) ? decoded : Effect.catchTag(decoded, "SchemaError", () => decodeWhole(value))
  }
}

const decodeIdempotencyKey = decoderOf(IdempotencyKey)

type Problems = ReadonlyArray<FieldProblem>
const noProblems: Problems = []
const withoutProblems = Effect.succeed(noProblems)

const problemsOf = (location: string, decode: Decode, value: unknown): Effect.Effect<Problems> => {
  const decoded = decode(value)
  if (isDone(decoded)) return withoutProblems
  return Effect.match(decoded, {
    onFailure: ({ issue }) => fieldProblems(location, issue, value),
    onSuccess: () => noProblems
  })
}

/** A function that takes in events; compiles the catalog's schemas once. */
export const makeIntake = ({ catalog, largestPayload, random }: IntakeRules) => {
  const decoders = new Map<EventType, Decode>(
    catalog.scopes.flatMap(({ eventTypes }) => eventTypes.map((type) => [type, decoderOf(type.payload)] as const))
  )

  const takeOne = Effect.fnUntracedEager(function* (input: EventInput, index: number, now: DateTime.Utc) {
    const { idempotencyKey, scope, time, type } = input
    const entry = catalog.find(scope, type)
    if (entry === undefined) return yield* new UnknownEventType({ index, scope, type })
    const payload = readPayload(input.payload, largestPayload)
    const ofPayload: Problems = Result.isFailure(payload)
      ? [{ message: payload.failure, location: "payload", value: null }]
      : yield* problemsOf("payload", decoders.get(entry.eventType)!, payload.success.value)
    const ofKey =
      idempotencyKey === undefined
        ? noProblems
        : yield* problemsOf("idempotencyKey", decodeIdempotencyKey, idempotencyKey)
    const ofTime: Problems =
      time === undefined || isOfWrittenYear(time)
        ? noProblems
        : [{ message: ofOtherYear, location: "time", value: DateTime.formatIso(time) }]
    if (ofPayload.length > 0 || ofTime.length > 0 || ofKey.length > 0 || Result.isFailure(payload)) {
      return yield* new EventInvalid({ index, problems: [...ofPayload, ...ofTime, ...ofKey] })
    }
    const { text } = payload.success
    return yield* Effect.map(random.uuidV7(), (id): NewEvent => ({
      // What makes it makes UUIDs only, so it is not checked.
      id: EventId.make(id, { disableChecks: true }),
      ...(idempotencyKey === undefined ? undefined : { idempotencyKey }),
      time: time ?? now,
      timeGiven: time !== undefined,
      scope,
      type,
      payload: text
    }))
  })

  return (inputs: ReadonlyArray<EventInput>): Effect.Effect<ReadonlyArray<NewEvent>, EventsRejected> =>
    Effect.flatMap(DateTime.now, (now) =>
      Effect.flatMap(
        Effect.partition(inputs, (input, index) => takeOne(input, index, now)),
        ([events, problems]) =>
          Array.isArrayNonEmpty(problems) ? Effect.fail(new EventsRejected({ problems })) : Effect.succeed(events)
      )
    )
}
