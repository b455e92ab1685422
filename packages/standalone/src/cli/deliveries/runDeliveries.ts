/** Shows attempts to deliver to the webhooks of a seller, and those that come. */
import type { Account, WebhookId } from "@sellerkit/core"
import type { DeliveryView } from "@sellerkit/core/client"
import { Effect, Option } from "effect"
import { endsWhen } from "../Ending.ts"
import { accountOf, type Connection, type GivenAccount } from "../connection/connection.ts"
import { type ListDeliveries, makeDeliveryFeed } from "./DeliveryFeed.ts"
import { deliveryTable } from "./deliveryTable.ts"
import { type OperatorClient, operatorClient } from "../connection/OperatorClient.ts"
import { type AsJson, isForPeople, printAll } from "../output/Output.ts"
import { patiently, pause } from "../connection/patiently.ts"
import { readWebhookNames, type WebhookNames } from "../webhooks/WebhookNames.ts"

type Delivery = typeof DeliveryView.Type

interface Wanted {
  readonly webhook: Option.Option<WebhookId>
  readonly failed: boolean
}

const lister = (operator: OperatorClient, { sandbox, sellerId }: Account, { failed, webhook }: Wanted) => {
  const filter = {
    ...Option.match(webhook, { onNone: () => undefined, onSome: (webhookId) => ({ webhookId }) }),
    ...(failed ? { success: false } : undefined)
  }
  return ((query) =>
    operator((api) =>
      api.deliveries.list({ params: { sellerId }, query: { sandbox, ...filter, ...query } })
    )) satisfies ListDeliveries<unknown, never>
}

/** Prints attempts, in lines of one table however many times it is called. */
const printer = (operator: OperatorClient, account: Account, asJson: AsJson) => {
  let names: WebhookNames = new Map()
  let isFirst = true

  const learnNames = Effect.fnUntraced(function* (ids: ReadonlyArray<WebhookId>) {
    if (ids.every((id) => names.has(id)) || !(yield* isForPeople(asJson))) return
    const known = yield* Effect.option(readWebhookNames(operator, account))
    if (Option.isNone(known)) return
    // A webhook that was deleted keeps its id as its name, so that it is not asked for again.
    names = new Map([...ids.map((id) => [id, id] as const), ...names, ...known.value])
  })

  return Effect.fnUntraced(function* (deliveries: ReadonlyArray<Delivery>) {
    yield* learnNames(deliveries.map(({ webhookId }) => webhookId))
    yield* printAll(asJson, deliveries, (all, screen) => deliveryTable(all, names, screen, { withHeading: isFirst }))
    isFirst &&= deliveries.length === 0
  })
}

interface Input extends Connection, GivenAccount, Wanted {
  readonly json: AsJson
  readonly limit: number
  readonly follow: boolean
}

export const runDeliveries = Effect.fn("deliveries")(function* ({ failed, follow, limit, webhook, ...input }: Input) {
  const account = yield* accountOf(input)
  const operator = yield* operatorClient(input)
  const feed = makeDeliveryFeed(lister(operator, account, { failed, webhook }))
  const show = printer(operator, account, input.json)
  yield* show(yield* feed.newest(limit))
  if (!follow) return
  yield* endsWhen("unread")
  yield* patiently(feed.more).pipe(
    Effect.flatMap((fresh) => (fresh.length === 0 ? Effect.void : show(fresh))),
    Effect.delay(pause),
    Effect.forever
  )
})
