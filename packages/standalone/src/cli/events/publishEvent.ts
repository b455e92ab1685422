/** `sellerkit publish`: publishes an event. */
import { type CatalogEntry, publishedCatalog } from "@sellerkit/core"
import { Effect, FileSystem, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { CommandFailed } from "../CommandFailed.ts"
import { connection, seller, sellerIdOr } from "../connection/connection.ts"
import { counted } from "../output/counted.ts"
import { post } from "../connection/OperatorClient.ts"
import { json, print } from "../output/Output.ts"

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

export const publish = Command.make(
  "publish",
  {
    ...connection,
    json,
    event: Argument.String("event").pipe(
      Argument.withDescription("The event's type, such as card_changed or content/card_changed")
    ),
    payload: Flag.String("payload").pipe(
      Flag.withDescription("The payload as JSON (default: the example of a published type)"),
      Flag.optional
    ),
    file: Flag.String("file").pipe(Flag.withDescription("A file that holds the payload"), Flag.optional),
    seller,
    sandbox: Flag.Boolean("sandbox").pipe(Flag.withDescription("Into the seller's sandbox"), Flag.withDefault(false)),
    time: Flag.String("time").pipe(Flag.withDescription("When it happened (default: now)"), Flag.optional),
    key: Flag.String("idempotency-key").pipe(
      Flag.withDescription("Makes repeating the command safe (default: the event's id)"),
      Flag.optional
    )
  },
  Effect.fn(function* ({ event, file, key, payload, sandbox, seller, time, ...input }) {
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
).pipe(
  Command.withDescription("Publish an event to a seller's webhooks"),
  Command.withExamples([
    { command: "sellerkit publish card_changed", description: "The example of a published type" },
    {
      command: `sellerkit publish content/card_changed --payload '{"nmID":1,"vendorCode":"a","updatedAt":"2026-01-15T09:30:00Z"}'`,
      description: "A payload of your own"
    }
  ])
)
