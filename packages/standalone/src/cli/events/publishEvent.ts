/** Publishes an event. */
import { type CatalogEntry, publishedCatalog, type SellerId } from "@sellerkit/core"
import { Effect, FileSystem, Option, Schema } from "effect"
import { CommandFailed } from "../CommandFailed.ts"
import { type Connection, sellerIdOr } from "../connection/connection.ts"
import { counted } from "../output/counted.ts"
import { post } from "../connection/OperatorClient.ts"
import { type AsJson, print } from "../output/Output.ts"

const Answer = Schema.Struct({
  events: Schema.Array(Schema.Struct({ id: Schema.String, idempotencyKey: Schema.String, deliveries: Schema.Int }))
})

/** `card_changed` or `content/card_changed`; types that only the service knows need their scope. */
const parseType = Effect.fnUntraced(function* (text: string) {
  const [first, second] = text.split("/")
  if (first !== undefined && second !== undefined) {
    return { scope: first, type: second, known: publishedCatalog.find(first, second) }
  }
  const found = publishedCatalog.scopes
    .map(({ key }) => publishedCatalog.find(key, text))
    .find((entry): entry is CatalogEntry => entry !== undefined)
  if (found !== undefined) return { scope: found.scope.key, type: text, known: found }
  return yield* new CommandFailed({
    message: `Name the event as scope/type: ${text} is not one of the published types`
  })
})

const readPayload = Effect.fnUntraced(function* (
  given: { readonly payload: Option.Option<string>; readonly file: Option.Option<string> },
  known: CatalogEntry | undefined
) {
  if (Option.isSome(given.payload)) return given.payload.value
  if (Option.isSome(given.file)) {
    const file = given.file.value
    const files = yield* FileSystem.FileSystem
    return yield* Effect.mapError(
      files.readFileString(file),
      () => new CommandFailed({ message: `The file ${file} cannot be read` })
    )
  }
  if (known !== undefined) return JSON.stringify(known.eventType.example)
  return yield* new CommandFailed({ message: "Give the payload with --payload or --file" })
})

const checkJson = (text: string) =>
  Effect.mapError(
    Schema.decodeEffect(Schema.fromJsonString(Schema.Unknown))(text),
    () => new CommandFailed({ message: "The payload is not JSON" })
  )

const optional = (name: string, value: Option.Option<string>): string =>
  Option.match(value, { onNone: () => "", onSome: (text) => `,"${name}":${JSON.stringify(text)}` })

interface Input extends Connection {
  readonly json: AsJson
  readonly event: string
  readonly payload: Option.Option<string>
  readonly file: Option.Option<string>
  readonly seller: Option.Option<SellerId>
  readonly sandbox: boolean
  readonly time: Option.Option<string>
  readonly key: Option.Option<string>
}

export const publishEvent = Effect.fn("publish")(function* ({
  event,
  file,
  key,
  payload,
  sandbox,
  seller,
  time,
  ...input
}: Input) {
  const { known, scope, type } = yield* parseType(event)
  const text = yield* readPayload({ payload, file }, known)
  yield* checkJson(text)
  const names = `"scope":${JSON.stringify(scope)},"type":${JSON.stringify(type)}`
  const one = `{${names},"payload":${text}${optional("time", time)}${optional("idempotencyKey", key)}}`
  const sellerId = yield* sellerIdOr(seller)
  const body = `{"sellerId":${JSON.stringify(sellerId)},"sandbox":${sandbox},"events":[${one}]}`
  const { events } = yield* post(input, "/events", body, Answer)
  yield* print(input.json, events[0]!, ({ deliveries, id }, paint) =>
    deliveries === 0
      ? `${paint("bold", "Nobody gets")} ${scope}/${type} ${id}: no enabled webhook is subscribed`
      : `${paint("green", "Accepted")} ${scope}/${type} ${id}, for ${counted(deliveries, "webhook")}`
  )
})
