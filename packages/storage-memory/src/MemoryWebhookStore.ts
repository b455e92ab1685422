/** Webhooks in memory. */
import {
  type Account,
  type SealedSecret,
  type StoredSecret,
  type Webhook,
  type WebhookId,
  WebhookNotFound,
  WebhookStore,
  type WebhookWrite
} from "@sellerkit/core"
import { Clock, DateTime, Effect, Layer, Option, Result } from "effect"
import { appendOperational } from "./lanes/Append.ts"
import {
  accountState,
  MemoryState,
  type OwnerState,
  ownerState,
  putRecord,
  type StoredWebhook,
  webhooksAfter
} from "./state/MemoryState.ts"

/** What enabling and disabling mean for what waits. */
const moveLane = ({ lane, webhook }: StoredWebhook, wasEnabled: boolean, now: number): void => {
  if (webhook.enabled === wasEnabled) return
  lane.recall()
  if (webhook.enabled) lane.forgetFailures()
  lane.readyAt = undefined
  if (lane.isEmpty) return
  if (webhook.enabled) lane.wake(now)
  else if (webhook.heldUntil !== undefined) lane.readyAt = DateTime.toEpochMillis(webhook.heldUntil)
}

type State = MemoryState["Service"]

const apply = (state: State, owner: OwnerState, stored: StoredWebhook, write: WebhookWrite, now: number): void => {
  const wasEnabled = stored.webhook.enabled
  stored.webhook = write.webhook
  if (write.secret !== undefined) {
    stored.secret = write.secret
    stored.lane.recall()
  }
  putRecord(state, owner.owner, write.entry)
  if (write.event !== undefined) appendOperational(state, write.event, now)
  moveLane(stored, wasEnabled, now)
}

const decisionState = (owner: OwnerState) => ({
  webhooks: owner.existingWebhooks.length,
  serviceDisabled: owner.serviceDisabled
})

const existingIn = (state: State, account: Account): ReadonlyArray<Webhook> =>
  [...accountState(state, account).owners.values()].flatMap(({ existingWebhooks }) =>
    existingWebhooks.map(({ webhook }) => webhook)
  )

const findSecrets = (state: State, after: WebhookId | undefined, most: number): ReadonlyArray<StoredSecret> =>
  webhooksAfter(state, after, most).map(({ secret, webhook: { id, owner } }) => ({ key: { owner, id }, secret }))

/** Replaces a secret that is still as it was read; false where it has changed. */
const replaceSecret = (state: State, { key, secret: read }: StoredSecret, secret: SealedSecret): boolean => {
  const stored = ownerState(state, key.owner).existing(key.id)
  if (stored?.secret !== read) return false
  stored.secret = secret
  return true
}

export const layer: Layer.Layer<WebhookStore, never, MemoryState> = Layer.effect(
  WebhookStore,
  Effect.gen(function* () {
    const state = yield* MemoryState
    return WebhookStore.of({
      insert: (key, decide) =>
        Effect.suspend(() => {
          const owner = ownerState(state, key)
          return Effect.fromResult(
            Result.map(decide(decisionState(owner)), ({ entry, secret, webhook }) => {
              owner.addWebhook(webhook, secret)
              putRecord(state, owner.owner, entry)
              return webhook
            })
          )
        }),
      change: Effect.fnUntraced(function* (key, decide) {
        const now = yield* Clock.currentTimeMillis
        const owner = ownerState(state, key.owner)
        const stored = owner.existing(key.id)
        if (stored === undefined) return yield* new WebhookNotFound({ id: key.id })
        const write = yield* Effect.fromResult(decide(stored.webhook, decisionState(owner)))
        apply(state, owner, stored, write, now)
        state.work.openUnsafe()
        return write.webhook
      }),
      remove: Effect.fnUntraced(function* (key, entry) {
        const now = yield* Clock.currentTimeMillis
        const owner = ownerState(state, key.owner)
        const stored = owner.existing(key.id)
        if (stored === undefined) return yield* new WebhookNotFound({ id: key.id })
        stored.deletedAt = now
        stored.lane.recall()
        putRecord(state, owner.owner, entry)
        stored.lane.readyAt = undefined
        if (!stored.lane.isEmpty) stored.lane.readyAt = Math.max(now, stored.lane.leaseUntil)
        state.work.openUnsafe()
      }),
      changeService: Effect.fnUntraced(function* (key, disabled, decide) {
        const now = yield* Clock.currentTimeMillis
        const owner = ownerState(state, key)
        owner.serviceDisabled = disabled
        const writes = owner.existingWebhooks.flatMap((stored, number) =>
          Option.match(decide(stored.webhook, number), { onNone: () => [], onSome: (write) => [{ stored, write }] })
        )
        for (const { stored, write } of writes) apply(state, owner, stored, write, now)
        state.work.openUnsafe()
        return writes.map(({ write }) => write.webhook)
      }),
      get: (key) => Effect.sync(() => Option.fromUndefinedOr(ownerState(state, key.owner).existing(key.id)?.webhook)),
      find: (account, id) =>
        Effect.sync(() => Option.fromUndefinedOr(existingIn(state, account).find((webhook) => webhook.id === id))),
      listAll: (account) => Effect.sync(() => existingIn(state, account)),
      everywhere: (after, most) => Effect.sync(() => webhooksAfter(state, after, most).map(({ webhook }) => webhook)),
      secret: (key) => Effect.sync(() => Option.fromUndefinedOr(ownerState(state, key.owner).existing(key.id)?.secret)),
      secrets: (after, most) => Effect.sync(() => findSecrets(state, after, most)),
      replaceSecret: (read, secret) => Effect.sync(() => replaceSecret(state, read, secret)),
      list: (key) => Effect.sync(() => ownerState(state, key).existingWebhooks.map(({ webhook }) => webhook))
    })
  })
)
