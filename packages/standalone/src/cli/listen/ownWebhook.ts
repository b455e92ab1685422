/**
 * The webhook that a listener makes for itself, and removes when it ends. The next listener of the same machine knows the
 * webhook of a killed one by its name, and removes it.
 */
import { type WebhookId, WebhookUrl } from "@sellerkit/core"
import { Effect, Exit, Fiber, Option } from "effect"
import { hostname } from "node:os"
import { checked } from "../checked.ts"
import { CommandFailed } from "../CommandFailed.ts"
import type { SellerAccess, SellerOperations } from "../connection/SellerAccess.ts"
import { warn } from "../output/warn.ts"
import { subscriptionsFor } from "../webhooks/subscriptions.ts"
import { isListening } from "./isListening.ts"

/** Says where it came from, in as many characters as a name may have. */
const name = `sellerkit listen on ${hostname().replaceAll(/\P{ASCII}|\p{Cc}/gu, "?")}`.slice(0, 60)

const removeLeftBehind = Effect.fnUntraced(function* (access: SellerAccess, owner: SellerOperations) {
  const alike = (yield* access.webhooks).filter((webhook) => webhook.serviceId === null && webhook.name === name)
  yield* Effect.forEach(
    alike,
    Effect.fnUntraced(function* ({ id, url }) {
      if (yield* isListening(url)) return
      // Another listener that starts at the same moment may be faster.
      yield* Effect.ignore(owner((api) => api.webhooks.remove({ params: { id } })))
    }),
    { concurrency: 10, discard: true }
  )
})

export interface Place {
  /** The address of the service, for people. */
  readonly service: string
  /** Where the listener is to be reached. */
  readonly url: string
  /** Whether what the service sends arrives here. */
  readonly isReached: Effect.Effect<boolean>
}

const advice =
  "Run listen on the machine of the service, or name with --public-url where the service reaches this port, such as the address of a tunnel."

/** The service sends a notification without events, which has to arrive. */
const checkReachable = Effect.fnUntraced(function* (owner: SellerOperations, { isReached, service, url }: Place) {
  const { error, success } = yield* owner((api) => api.webhooks.checkUrl({ payload: { url } }))
  const problem = success ? "something else answers there" : (error ?? "it did not answer as it should")
  if (success && (yield* isReached)) return
  return yield* new CommandFailed({
    message: `The service at ${service} cannot reach this listener at ${url}: ${problem}. ${advice}`
  })
})

// our choice: how long a command that is ended waits for the creation and the removal of the webhook.
const lastWait = "5 seconds"

const remove = Effect.fnUntraced(function* (access: SellerAccess, id: WebhookId) {
  const removal = Effect.flatMap(access.as(null), (owner) =>
    owner((api) =>
      // It may have been deleted meanwhile.
      Effect.catchTag(api.webhooks.remove({ params: { id } }), "NotFound", () => Effect.void)
    )
  )
  const outcome = yield* Effect.exit(Effect.timeout(Effect.interruptible(removal), lastWait))
  if (Exit.isSuccess(outcome)) return
  yield* warn(
    `The webhook ${id} is still there, because the service did not delete it. The next sellerkit listen on this machine does, or sellerkit webhooks delete ${id}.`
  )
})

/** Makes the webhook for the rest of the scope, and deletes it at the end, however the scope ends. */
export const ownWebhook = Effect.fnUntraced(function* (
  access: SellerAccess,
  place: Place,
  events: Option.Option<string>
) {
  const owner = yield* access.as(null)
  const url = yield* checked(WebhookUrl, "The URL of this listener", place.url)
  yield* removeLeftBehind(access, owner)
  yield* checkReachable(owner, place)
  const payload = { enabled: true, name, url, subscriptions: yield* subscriptionsFor(access, owner, events) }
  return yield* Effect.uninterruptibleMask(
    Effect.fnUntraced(function* (restore) {
      // The creation goes on when the command is ended meanwhile, so that it is known what was made.
      const creating = yield* Effect.forkDetach(Effect.interruptible(owner((api) => api.webhooks.create({ payload }))))
      yield* Effect.addFinalizer(
        Effect.fnUntraced(function* () {
          const created = yield* Effect.timeoutOption(Effect.interruptible(Fiber.await(creating)), lastWait)
          if (Option.isNone(created) || Exit.isFailure(created.value)) return
          yield* remove(access, created.value.value.id)
        })
      )
      return yield* restore(Fiber.join(creating))
    })
  )
})
