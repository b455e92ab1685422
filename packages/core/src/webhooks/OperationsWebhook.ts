/** The operator's own webhook, which operational events go to: delivered, signed and repeated like any other. */
import { Data, DateTime, Effect, Equal, Layer, Option, Redacted, Result } from "effect"
import { SecureRandom } from "effect/crypto"
import { onBehalfOf } from "../access/Actor.ts"
import { draftEntry } from "../history/HistoryDraft.ts"
import type { StorageError } from "../storage/StorageError.ts"
import { OperationalEventType, operationsOwner, operationsScope } from "./OperationalEvent.ts"
import type { Secret } from "./Secret.ts"
import { SecretVault } from "./SecretVault.ts"
import { Webhook, WebhookId, type WebhookKey } from "./Webhook.ts"
import { WebhookStore } from "./WebhookStore.ts"

export interface OperationsReceiver {
  readonly url: string
  readonly secret: Secret
}

const actor = onBehalfOf(operationsOwner, "system")

const subscriptions = OperationalEventType.literals.map((event) => ({ scope: operationsScope, event }))

/** Another process has made or removed the webhook meanwhile: its state has to be read again. */
class ChangedMeanwhile extends Data.TaggedError("ChangedMeanwhile") {}

/** Creates the webhook while there is none. Several processes may start at the same time. */
const create = Effect.fnUntraced(function* ({ secret, url }: OperationsReceiver) {
  const store = yield* WebhookStore
  const vault = yield* SecretVault
  const random = yield* SecureRandom.SecureRandom
  const id = WebhookId.make(yield* random.uuidV7())
  const now = yield* DateTime.now
  const entry = (yield* draftEntry(actor, "createWebhook")).succeeded(id)
  const name = "Operations"
  const webhook = new Webhook({
    id,
    owner: operationsOwner,
    name,
    url,
    subscriptions,
    status: "enabled",
    createdAt: now,
    updatedAt: now
  })
  const sealed = yield* vault.seal(secret, webhook)
  yield* store.insert(operationsOwner, ({ webhooks }) =>
    webhooks === 0 ? Result.succeed({ webhook, secret: sealed, entry }) : Result.fail(new ChangedMeanwhile())
  )
})

/** A secret that is sealed with another key, and opens, is the same: re-encryption is a job of its own. */
const hasSecret = Effect.fnUntraced(function* (key: WebhookKey, secret: Secret) {
  const vault = yield* SecretVault
  const sealed = yield* (yield* WebhookStore).secret(key)
  if (Option.isNone(sealed)) return false
  const opened = yield* Effect.option(vault.open(sealed.value, key))
  return Option.exists(opened, (found) => Redacted.value(found) === Redacted.value(secret))
})

/** A start that changes nothing leaves no trace in the change history. */
const isAsItShouldBe = (found: Webhook, secret: Secret) =>
  found.enabled && Equal.equals(found.subscriptions, subscriptions) ? hasSecret(found, secret) : Effect.succeed(false)

/** Enables it again if it was disabled, and gives it the current secret. */
const renew = Effect.fnUntraced(function* (key: WebhookKey, secret: Secret) {
  const store = yield* WebhookStore
  const updatedAt = yield* DateTime.now
  const sealed = yield* (yield* SecretVault).seal(secret, key)
  const entry = (yield* draftEntry(actor, "editWebhook")).succeeded(key.id, key.id)
  yield* store.change(key, ({ heldUntil: _, ...found }) => {
    const webhook = new Webhook({ ...found, subscriptions, status: "enabled", updatedAt })
    return Result.succeed({ webhook, secret: sealed, entry })
  })
})

const remove = Effect.fnUntraced(function* (key: WebhookKey) {
  const store = yield* WebhookStore
  yield* store.remove(key, (yield* draftEntry(actor, "deleteWebhook")).succeeded(key.id, key.id))
})

// our choice: the second attempt is enough, unless processes with different receivers start at the same time.
const attempts = 5

/** Makes the webhook, or makes it what it should be now; without a receiver, removes it. */
const ensure = Effect.fnUntraced(
  function* (receiver: OperationsReceiver | undefined) {
    const found = yield* (yield* WebhookStore).list(operationsOwner)
    const kept = found.find(({ url }) => url === receiver?.url)
    for (const { id } of found) if (id !== kept?.id) yield* remove({ owner: operationsOwner, id })
    if (receiver === undefined) return
    if (kept === undefined) return yield* create(receiver)
    if (yield* isAsItShouldBe(kept, receiver.secret)) return
    yield* renew(kept, receiver.secret)
  },
  Effect.catchTag("WebhookNotFound", () => Effect.fail(new ChangedMeanwhile())),
  Effect.retry({ while: ({ _tag }) => _tag === "ChangedMeanwhile", times: attempts - 1 }),
  // Processes with another receiver had the last word.
  Effect.catchTag("ChangedMeanwhile", () => Effect.void)
)

/** `undefined`: operational events go nowhere but to `OperationalEvents.stream`. */
export const layer = (
  receiver: OperationsReceiver | undefined
): Layer.Layer<never, StorageError, SecretVault | SecureRandom.SecureRandom | WebhookStore> =>
  Layer.effectDiscard(ensure(receiver))
