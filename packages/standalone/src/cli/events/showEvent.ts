/** Shows what became of an event. */
import { type EventId, payloadValue } from "@sellerkit/core"
import { DateTime, Effect } from "effect"
import { accountOf, type Connection, type GivenAccount } from "../connection/connection.ts"
import { eventView, type ShownEvent } from "./eventView.ts"
import { operatorClient } from "../connection/OperatorClient.ts"
import { type AsJson, isForPeople, printAll } from "../output/Output.ts"
import { readWebhookNames } from "../webhooks/WebhookNames.ts"

interface Input extends Connection, GivenAccount {
  readonly json: AsJson
  readonly id: EventId
}

export const showEvent = Effect.fn("events")(function* ({ id, ...input }: Input) {
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
