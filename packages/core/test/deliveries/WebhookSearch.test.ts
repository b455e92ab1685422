/** Looking through the webhooks of all sellers: in pages that lead on, however few of them are wanted. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SellerId } from "../../src/access/Account.ts"
import { WebhookSearch, type WebhookSelection } from "../../src/deliveries/WebhookSearch.ts"
import { DeliveryQueue } from "../../src/delivery/queue/DeliveryQueue.ts"
import type { Webhook, WebhookId } from "../../src/webhooks/Webhook.ts"
import { WebhookStore } from "../../src/webhooks/WebhookStore.ts"
import { owner, uuid, webhook } from "../fixtures.ts"

const isDisabled = (number: number): boolean => number % 10 === 0
const isFailing = (number: number): boolean => number % 1001 === 0

const numberOf = ({ id }: Pick<Webhook, "id">): number => Number.parseInt(id.slice(-12), 16)

const special = { ...owner("erp"), sellerId: SellerId.make(uuid(0xabcdef)) }

const webhooks = Array.from({ length: 12_000 }, (_, number) =>
  webhook(number + 1, {
    status: isDisabled(number + 1) ? "disabled" : "enabled",
    ...(number === 11_000 && { owner: special, name: "ДОСТАВКА Склад" })
  })
)

const reads: Array<number> = []

const layer = WebhookSearch.layer.pipe(
  Layer.provide([
    Layer.mock(WebhookStore, {
      everywhere: (after, most) =>
        Effect.sync(() => {
          reads.push(most)
          return webhooks.filter(({ id }) => after === undefined || id > after).slice(0, most)
        })
    }),
    Layer.mock(DeliveryQueue, {
      lanes: (asked) =>
        Effect.succeed(
          asked.map(({ id }) => ({ webhookId: id, failures: isFailing(numberOf({ id })) ? 3 : 0, waiting: 1 }))
        )
    })
  ])
)

const walk = Effect.fnUntraced(function* (selection: WebhookSelection, limit: number) {
  const search = yield* WebhookSearch
  const found: Array<number> = []
  let after: WebhookId | undefined
  do {
    reads.length = 0
    const { next, webhooks: page } = yield* search.page(selection, after, limit)
    assert.isAtMost(page.length, limit)
    assert.isAtMost(reads.length, 10)
    found.push(...page.map((one) => numberOf(one.webhook)))
    after = next
  } while (after !== undefined)
  return found
})

const numbers = webhooks.map(numberOf)

const cases: ReadonlyArray<readonly [what: string, selection: WebhookSelection, expected: ReadonlyArray<number>]> = [
  ["all", { text: undefined, state: undefined }, numbers],
  ["disabled ones", { text: undefined, state: "disabled" }, numbers.filter(isDisabled)],
  [
    "failing ones",
    { text: undefined, state: "failing" },
    numbers.filter((number) => isFailing(number) && !isDisabled(number))
  ],
  ["those with a part of a name, in any letters", { text: "доставка СКЛАД", state: undefined }, [11_001]],
  ["those of a service", { text: "ERP", state: undefined }, [11_001]],
  ["those of a seller", { text: special.sellerId.toUpperCase(), state: "healthy" }, [11_001]],
  [
    "those with a part of a URL",
    { text: "receiver.example/1199", state: undefined },
    [1199, 11_990, 11_991, 11_992, 11_993, 11_994, 11_995, 11_996, 11_997, 11_998, 11_999]
  ],
  ["none", { text: "nothing like this", state: undefined }, []]
]

describe("looking through webhooks", () => {
  it.effect.each(cases)(
    "finds %s, each once, and looks at few of the others for one answer",
    ([, selection, expected]) =>
      Effect.gen(function* () {
        for (const limit of [50, 1000]) assert.deepStrictEqual(yield* walk(selection, limit), expected)
      }).pipe(Effect.provide(layer))
  )
})
