/** Operations on webhooks. */
import { type Owner, type OwnerState, type StoredRecord, Webhook, type WebhookKey, WebhookStore } from "@sellerkit/core"
import { DateTime, Duration, Effect, Option, Result } from "effect"
import { at, sealedSecret, webhook } from "../../../fixtures.ts"
import { byId } from "../byId.ts"
import type { OperationOf } from "../Operation.ts"
import { askerOf, type OwnerName, owners } from "../owners.ts"
import { subscriptionSets } from "../subscriptionSets.ts"
import type { Trial } from "../Trial.ts"
import { which, type World } from "../World.ts"

/** Few, so that events of an account go to several of them and none of them has little to do. */
const mostWebhooks = 2

/** A known webhook, named by its owner or by the caller. */
export const webhookKey = (world: World, number: number, asking: OwnerName | null): WebhookKey | undefined => {
  const known = which(world.webhooks, number)
  return known && { id: known.id, owner: askerOf(asking, known) }
}

/** The webhook in this status. Its events are held for `holdSeconds`, if it stops being enabled. */
const withStatus = (found: Webhook, status: Webhook["status"], now: number, holdSeconds: number): Webhook => {
  const { heldUntil = DateTime.addDuration(at(now), Duration.seconds(holdSeconds)), ...rest } = found
  return new Webhook({ ...rest, status, updatedAt: at(now), ...(status === "enabled" ? undefined : { heldUntil }) })
}

export const insertWebhook = Effect.fnUntraced(function* (
  { enabled, owner: name, subscriptions }: OperationOf<"InsertWebhook">,
  { drivers, world }: Trial
) {
  const owner = owners[name]
  const made = webhook(world.nextNumber(), {
    owner,
    status: enabled ? "enabled" : "disabled",
    subscriptions: subscriptionSets[name === "host" ? "operations" : subscriptions]
  })
  const entry = world.nextEntry(owner)
  const inserted = yield* drivers.ask(
    Effect.gen(function* () {
      const store = yield* WebhookStore
      const states: Array<OwnerState> = []
      const insert = store.insert(owner, (state) => {
        states.push(state)
        const isFull = state.webhooks >= mostWebhooks
        return isFull ? Result.fail("full") : Result.succeed({ webhook: made, secret: sealedSecret(), entry })
      })
      return yield* Effect.mapBoth(insert, {
        onFailure: (error) => ({ state: states.at(-1), error }),
        onSuccess: (webhook) => ({ state: states.at(-1), webhook })
      })
    })
  )
  if (Result.isSuccess(inserted)) world.addWebhook(made)
})

export const changeWebhook = (operation: OperationOf<"ChangeWebhook">, { drivers, world }: Trial) => {
  const { asking, holdSeconds, newSecret, refused, status, subscriptions, told } = operation
  const key = webhookKey(world, operation.webhook, asking)
  if (key === undefined) return Effect.void
  const number = world.nextNumber()
  const write = {
    entry: world.nextEntry(key.owner),
    ...(newSecret ? { secret: sealedSecret(`secret ${number}`) } : undefined),
    ...(told === null ? undefined : { event: world.nextOperationalEvent(told, key) })
  }
  const changed = (found: Webhook): Webhook => {
    const moved = withStatus(found, status ?? found.status, world.now, holdSeconds)
    return new Webhook({
      ...moved,
      name: `Webhook ${number}`,
      subscriptions: subscriptions === null ? moved.subscriptions : subscriptionSets[subscriptions]
    })
  }
  return drivers.ask(
    Effect.flatMap(WebhookStore, (store) =>
      store.change(key, (found, state) =>
        refused ? Result.fail({ found, state }) : Result.succeed({ webhook: changed(found), ...write })
      )
    )
  )
}

export const restartWebhook = Effect.fnUntraced(function* (
  { webhook }: OperationOf<"RestartWebhook">,
  { drivers, world }: Trial
) {
  const key = webhookKey(world, webhook, null)
  if (key === undefined) return
  for (const status of ["disabled", "enabled"] as const) {
    const entry = world.nextEntry(key.owner)
    yield* drivers.ask(
      Effect.flatMap(WebhookStore, (store) =>
        store.change(key, (found) => Result.succeed({ webhook: withStatus(found, status, world.now, 60), entry }))
      )
    )
  }
})

export const removeWebhook = Effect.fnUntraced(function* (
  operation: OperationOf<"RemoveWebhook">,
  { drivers, world }: Trial
) {
  const key = webhookKey(world, operation.webhook, operation.asking)
  if (key === undefined) return
  const entry = world.nextEntry(key.owner)
  const removed = yield* drivers.ask(Effect.flatMap(WebhookStore, (store) => store.remove(key, entry)))
  if (Result.isSuccess(removed)) world.removeWebhook(key)
})

export const changeService = (operation: OperationOf<"ChangeService">, { drivers, world }: Trial) => {
  const { disabled, holdSeconds } = operation
  const owner: Owner = owners[operation.owner]
  const entries: ReadonlyArray<StoredRecord> = Array.from({ length: mostWebhooks }, () => world.nextEntry(owner))
  const changes = (found: Webhook): boolean => (disabled ? found.enabled : found.status === "serviceDisabled")
  return drivers.ask(
    Effect.gen(function* () {
      const store = yield* WebhookStore
      const changed = yield* store.changeService(owner, disabled, (found, number) =>
        changes(found)
          ? Option.some({
              webhook: withStatus(found, disabled ? "serviceDisabled" : "enabled", world.now, holdSeconds),
              entry: entries[number]!
            })
          : Option.none()
      )
      return byId(changed)
    })
  )
}

export const readWebhook = (operation: OperationOf<"ReadWebhook">, { drivers, world }: Trial) => {
  const key = webhookKey(world, operation.webhook, operation.asking)
  if (key === undefined) return Effect.void
  return drivers.ask(
    Effect.gen(function* () {
      const store = yield* WebhookStore
      return {
        one: yield* store.get(key),
        secret: yield* store.secret(key),
        found: yield* store.find(key.owner, key.id),
        owned: byId(yield* store.list(key.owner)),
        all: byId(yield* store.listAll(key.owner))
      }
    })
  )
}
