/** Looks at one webhook, or changes it, as its owner. */
import { Effect } from "effect"
import { type SellerInput, sellerAccess } from "../connection/SellerAccess.ts"
import { counted } from "../output/counted.ts"
import { print } from "../output/Output.ts"
import { printable } from "../output/printable.ts"
import { ownedWebhook } from "./findWebhook.ts"
import { webhookView } from "./webhookView.ts"

interface Own {
  /** Its id or its name. */
  readonly webhook: string
}

const found = Effect.fnUntraced(function* (input: Own & SellerInput) {
  return yield* ownedWebhook(yield* sellerAccess(input), input.webhook)
})

export const getWebhook = Effect.fn("webhooks get")(function* (input: Own & SellerInput) {
  const { id, owner } = yield* found(input)
  yield* print(input.json, yield* owner((api) => api.webhooks.get({ params: { id } })), webhookView)
})

/** An edit sets all fields: the others stay what they are. */
const setEnabled = (enabled: boolean) =>
  Effect.fnUntraced(function* (input: Own & SellerInput) {
    const { id, owner } = yield* found(input)
    const { name, subscriptions } = yield* owner((api) => api.webhooks.get({ params: { id } }))
    const edited = yield* owner((api) =>
      api.webhooks.edit({ params: { id }, payload: { enabled, name, subscriptions } })
    )
    yield* print(input.json, edited, webhookView)
  })

export const enableWebhook = setEnabled(true)
export const disableWebhook = setEnabled(false)

export const deleteWebhook = Effect.fn("webhooks delete")(function* (input: Own & SellerInput) {
  const { id, name, owner } = yield* found(input)
  yield* owner((api) => api.webhooks.remove({ params: { id } }))
  yield* print(input.json, { id, deleted: true }, (_, paint) => `${paint("green", "Deleted")} ${printable(name)} ${id}`)
})

export const refreshSecret = Effect.fn("webhooks refresh-secret")(function* (input: Own & SellerInput) {
  const { id, owner } = yield* found(input)
  const { secret } = yield* owner((api) => api.webhooks.refreshSecret({ params: { id } }))
  yield* print(input.json, { id, secret }, (_, paint) =>
    [secret, paint("dim", `The next notification of ${id} carries it. It is shown this once.`)].join("\n")
  )
})

export const testWebhook = Effect.fn("webhooks test")(function* (input: Own & SellerInput) {
  const { id, name, owner } = yield* found(input)
  const sent = yield* owner((api) => api.webhooks.sendTest({ params: { id } }))
  yield* print(input.json, sent, ({ events }, paint) =>
    [
      `${paint("green", "Accepted")} ${counted(events.length, "test event")} for ${printable(name)} ${id}`,
      ...events.map(({ id, scope, type }) => `  ${printable(`${scope}/${type}`)} ${id}`)
    ].join("\n")
  )
})
