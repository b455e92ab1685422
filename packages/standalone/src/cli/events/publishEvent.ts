/** Publishes an event. */
import { Effect, Option, Schema } from "effect"
import { CommandFailed } from "../CommandFailed.ts"
import { readText } from "../flags/readText.ts"
import { type Connection, type GivenAccount, sellerIdOr } from "../connection/connection.ts"
import { counted } from "../output/counted.ts"
import { post } from "../connection/OperatorClient.ts"
import { type AsJson, print } from "../output/Output.ts"
import { findType, type PublishedType } from "./findType.ts"

const Answer = Schema.Struct({
  events: Schema.Array(Schema.Struct({ id: Schema.String, idempotencyKey: Schema.String, deliveries: Schema.Int }))
})

const readPayload = Effect.fnUntraced(function* (
  given: { readonly payload: Option.Option<string>; readonly file: Option.Option<string> },
  { example }: PublishedType
) {
  if (Option.isSome(given.payload) && Option.isSome(given.file)) {
    return yield* new CommandFailed({ message: "Give the payload with --payload or with --file, not with both" })
  }
  if (Option.isSome(given.payload)) return given.payload.value
  if (Option.isSome(given.file)) return yield* readText(given.file.value)
  if (example !== undefined) return JSON.stringify(example)
  return yield* new CommandFailed({ message: "Give the payload with --payload or --file" })
})

const checkJson = (text: string) =>
  Effect.mapError(
    Schema.decodeEffect(Schema.fromJsonString(Schema.Unknown))(text),
    () => new CommandFailed({ message: "The payload is not JSON" })
  )

const optional = (name: string, value: Option.Option<string>): string =>
  Option.match(value, { onNone: () => "", onSome: (text) => `,"${name}":${JSON.stringify(text)}` })

interface Input extends Connection, GivenAccount {
  readonly json: AsJson
  readonly event: Option.Option<string>
  readonly payload: Option.Option<string>
  readonly file: Option.Option<string>
  readonly time: Option.Option<string>
  readonly key: Option.Option<string>
}

export const publishEvent = Effect.fn("publish")(function* ({ event, file, key, payload, time, ...input }: Input) {
  const published = yield* findType(event, input)
  const text = yield* readPayload({ payload, file }, published)
  yield* checkJson(text)
  const { scope, type } = published
  const names = `"scope":${JSON.stringify(scope)},"type":${JSON.stringify(type)}`
  const one = `{${names},"payload":${text}${optional("time", time)}${optional("idempotencyKey", key)}}`
  const sellerId = yield* sellerIdOr(input.seller)
  const body = `{"sellerId":${JSON.stringify(sellerId)},"sandbox":${input.sandbox},"events":[${one}]}`
  const { events } = yield* post(input, "/events", body, Answer)
  yield* print(input.json, events[0]!, ({ deliveries, id }, paint) =>
    deliveries === 0
      ? `${paint("bold", "Nobody gets")} ${scope}/${type} ${id}: no enabled webhook is subscribed`
      : `${paint("green", "Accepted")} ${scope}/${type} ${id}, for ${counted(deliveries, "webhook")}`
  )
})
