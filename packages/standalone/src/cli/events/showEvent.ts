/** `sellerkit events`: what became of an event. */
import { EventId, payloadValue } from "@sellerkit/core"
import { DateTime, Effect, Schema } from "effect"
import { Argument, Command } from "effect/cli"
import { account, accountOf, connection } from "../connection/connection.ts"
import { eventView, type ShownEvent } from "./eventView.ts"
import { operatorClient } from "../connection/OperatorClient.ts"
import { isForPeople, json, printAll } from "../output/Output.ts"
import { readWebhookNames } from "../webhooks/WebhookNames.ts"

export const events = Command.make(
  "events",
  {
    ...connection,
    json,
    ...account,
    id: Argument.String("id").pipe(
      Argument.withDescription("The event's id, as publishing it answered"),
      Argument.filterMap(Schema.decodeOption(EventId), () => "Expected an id, which is a UUID")
    )
  },
  Effect.fn(function* ({ id, ...input }) {
    const account = yield* accountOf(input)
    const operator = yield* operatorClient(input)
    const { sandbox, sellerId } = account
    const [event, text] = yield* operator((api) =>
      api.events
        .fate({ params: { sellerId, id }, query: { sandbox }, responseMode: "decoded-and-response" })
        .pipe(Effect.flatMap(([event, response]) => Effect.map(response.text, (text) => [event, text] as const)))
    )
    // From the text, so that large numbers of the payload keep their digits.
    const exact = payloadValue(text) as Pick<ShownEvent, "payload">
    const names = (yield* isForPeople(input.json)) ? yield* readWebhookNames(operator, account) : new Map()
    const now = yield* DateTime.now
    yield* printAll(input.json, [exact], (_, screen) =>
      eventView({ ...event, payload: exact.payload }, names, now, screen)
    )
  })
).pipe(
  Command.withDescription("Show an event, its fate at each webhook and every attempt to deliver it"),
  Command.withExamples([
    { command: "sellerkit events 019845e1-67aa-7c3e-9d1f-52f0c1d2e3f4", description: "What became of it" }
  ])
)
