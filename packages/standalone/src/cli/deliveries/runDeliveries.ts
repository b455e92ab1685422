/** `sellerkit deliveries`: attempts to deliver to the webhooks of a seller, and those that come. */
import { type Account, WebhookId } from "@sellerkit/core"
import type { DeliveryView } from "@sellerkit/core/http"
import { Effect, Option, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { account, accountOf, connection } from "../connection/connection.ts"
import { type ListDeliveries, makeDeliveryFeed } from "./DeliveryFeed.ts"
import { deliveryTable } from "./deliveryTable.ts"
import { idFlag } from "../flags/idFlag.ts"
import { type OperatorClient, operatorClient } from "../connection/OperatorClient.ts"
import { isForPeople, json, printAll } from "../output/Output.ts"
import { patiently, pause } from "../connection/patiently.ts"
import { readWebhookNames, type WebhookNames } from "../webhooks/WebhookNames.ts"
import { withDefault } from "../flags/withDefault.ts"

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
const printer = (operator: OperatorClient, account: Account, asJson: boolean) => {
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

// our choice: more than anybody reads, and little enough to be held in memory.
const mostShown = 10_000

const Limit = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: mostShown }))

export const deliveries = Command.make(
  "deliveries",
  {
    ...connection,
    json,
    ...account,
    webhook: idFlag("webhook", WebhookId).pipe(
      Flag.withDescription("Only attempts to reach this webhook (default: all of the seller)"),
      Flag.optional
    ),
    failed: Flag.Boolean("failed").pipe(Flag.withDescription("Only failed attempts"), Flag.withDefault(false)),
    limit: Flag.Int("limit").pipe(
      Flag.filter(Schema.is(Limit), () => `Expected 1 to ${mostShown} attempts`),
      withDefault("How many attempts to show at most", 20)
    ),
    follow: Flag.Boolean("follow").pipe(
      Flag.withAlias("f"),
      Flag.withDescription("Show new attempts as they come, until Ctrl-C"),
      Flag.withDefault(false)
    )
  },
  Effect.fn(function* ({ failed, follow, limit, webhook, ...input }) {
    const account = yield* accountOf(input)
    const operator = yield* operatorClient(input)
    const feed = makeDeliveryFeed(lister(operator, account, { failed, webhook }))
    const show = printer(operator, account, input.json)
    yield* show(yield* feed.newest(limit))
    if (!follow) return
    yield* patiently(feed.more).pipe(
      Effect.flatMap((fresh) => (fresh.length === 0 ? Effect.void : show(fresh))),
      Effect.delay(pause),
      Effect.forever
    )
  })
).pipe(
  Command.withDescription("Show attempts to deliver to the webhooks of a seller, the newest last"),
  Command.withExamples([
    { command: "sellerkit deliveries --failed", description: "What failed of late" },
    { command: "sellerkit deliveries --follow", description: "What is sent now" }
  ])
)
