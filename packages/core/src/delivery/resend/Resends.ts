/** Sends events again: for the operator, after a receiver lost or missed some. */
import { Context, DateTime, Duration, Effect, Latch, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { mayView, type Owner, type Viewer } from "../../access/Account.ts"
import { type Actor, onBehalfOf } from "../../access/Actor.ts"
import { draftEntry } from "../../history/HistoryDraft.ts"
import type { HistoryAction } from "../../history/HistoryEntry.ts"
import type { StorageError } from "../../storage/StorageError.ts"
import type { WebhookId } from "../../webhooks/Webhook.ts"
import { WebhookNotFound } from "../../webhooks/WebhookErrors.ts"
import { WebhookStore } from "../../webhooks/WebhookStore.ts"
import { type DeliveryId, DeliveryNotFound } from "../queue/Delivery.ts"
import { DeliveryLog } from "../queue/DeliveryLog.ts"
import { DeliveryQueue } from "../queue/DeliveryQueue.ts"
import {
  longestJobPause,
  type Resend,
  ResendId,
  ResendNotFound,
  type ResendProgress,
  type ResendSelection,
  type ResendToDisabled
} from "./Resend.ts"
import { ResendStore } from "./ResendStore.ts"

/** Who asks, as the change history will name it. */
export interface ResendRequester {
  readonly viewer: Viewer
  readonly userId?: number
  readonly ip?: string
}

export interface ResendOptions {
  readonly eventsPerSecond?: number | undefined
}

// our choice: what a receiver that has just recovered can be expected to take.
const usualRate = 100

// our choice: how many events one write looks at, which bounds how long it keeps others waiting.
const eventsPerStep = 1000

// our choice: how often to look for the next step of a job that goes on.
const busyPause = Duration.millis(50)

// A job goes on within its pause, unless it was cancelled, or another process goes on with it.
const busyLooks = longestJobPause / Duration.toMillis(busyPause)

const requirements = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  const withRandom = Effect.provideService(SecureRandom.SecureRandom, random)
  return {
    log: yield* DeliveryLog,
    queue: yield* DeliveryQueue,
    resends: yield* ResendStore,
    webhooks: yield* WebhookStore,
    newId: Effect.map(random.uuidV7(), (id) => ResendId.make(id)),
    draft: (actor: Actor, action: HistoryAction) => withRandom(draftEntry(actor, action))
  }
})
type Requirements = Effect.Success<typeof requirements>

const actorFor = ({ ip, userId }: ResendRequester, owner: Owner): Actor => ({
  ...onBehalfOf(owner, "operator", ip),
  ...(userId === undefined ? undefined : { userId })
})

/** The job, if the viewer may see the webhook that it is for. */
const orMissing = <E>(viewer: Viewer, id: ResendId, found: Effect.Effect<Option.Option<Resend>, E>) =>
  Effect.flatMap(found, (resend) =>
    Option.isSome(resend) && mayView(viewer, resend.value.owner)
      ? Effect.succeed(resend.value)
      : Effect.fail(new ResendNotFound({ id }))
  )

const begin = ({ draft, newId, resends, webhooks }: Requirements) =>
  Effect.fnUntraced(function* (
    requester: ResendRequester,
    webhookId: WebhookId,
    selection: ResendSelection,
    { eventsPerSecond = usualRate }: ResendOptions
  ) {
    const { viewer } = requester
    const webhook = yield* webhooks.find(viewer, webhookId)
    if (Option.isNone(webhook) || !mayView(viewer, webhook.value.owner)) {
      return yield* new WebhookNotFound({ id: webhookId })
    }
    const { owner } = webhook.value
    const entry = yield* draft(actorFor(requester, owner), "resendEvents")
    return yield* resends.insert(
      { id: yield* newId, owner, webhookId, selection, eventsPerSecond, createdAt: yield* DateTime.now },
      entry.succeeded(webhookId, webhookId)
    )
  })

/** Goes on with jobs. */
const makeSteps = (resends: ResendStore["Service"]) => {
  const begun = Latch.makeUnsafe(false)
  // Before the looks to come that may well find a job: at first, one that another process went on with a moment ago.
  let pauses = [Duration.millis(longestJobPause)]
  const step = Effect.gen(function* () {
    begun.closeUnsafe()
    const stepped = yield* resends.step(eventsPerStep)
    if (Option.isNone(stepped)) return pauses.pop()
    pauses = stepped.value.state === "running" ? Array.from({ length: busyLooks }, () => busyPause) : []
    return Duration.zero
  })
  return { begun, step }
}

/** What keeps its events from being sent at once. */
const withPause = Effect.fnUntraced(function* ({ queue }: Requirements, resend: Resend) {
  const [lane] = yield* queue.lanes([{ owner: resend.owner, id: resend.webhookId }])
  const progress: ResendProgress =
    lane?.waitUntil === undefined ? resend : { ...resend, backingOffUntil: lane.waitUntil }
  return progress
})

export class Resends extends Context.Service<
  Resends,
  {
    /** Begins to send a webhook's events of a period again. Without `until`: until now. */
    ofPeriod(
      requester: ResendRequester,
      webhookId: WebhookId,
      period: { readonly since: DateTime.Utc; readonly until?: DateTime.Utc | undefined; readonly onlyFailed: boolean },
      options?: ResendOptions
    ): Effect.Effect<ResendProgress, ResendToDisabled | StorageError | WebhookNotFound>
    /** Begins to send the events of one delivery again, to its webhook. */
    ofDelivery(
      requester: ResendRequester,
      deliveryId: DeliveryId
    ): Effect.Effect<ResendProgress, DeliveryNotFound | ResendToDisabled | StorageError | WebhookNotFound>
    /** Ends a job. One that has ended stays as it is. */
    cancel(requester: ResendRequester, id: ResendId): Effect.Effect<ResendProgress, ResendNotFound | StorageError>
    get(viewer: Viewer, id: ResendId): Effect.Effect<ResendProgress, ResendNotFound | StorageError>
    /**
     * Goes on with the job that has been due the longest, if any is. Gives how long until there may be more to do; undefined: when a
     * job begins.
     */
    readonly step: Effect.Effect<Duration.Duration | undefined, StorageError>
    /** Completes when a job has begun in this process since the last step. */
    readonly awaitWork: Effect.Effect<unknown>
  }
>()("@sellerkit/core/delivery/Resends") {
  static readonly layer: Layer.Layer<
    Resends,
    never,
    DeliveryLog | DeliveryQueue | ResendStore | SecureRandom.SecureRandom | WebhookStore
  > = Layer.effect(
    Resends,
    Effect.map(requirements, (given) => {
      const { draft, log, resends } = given
      const { begun, step } = makeSteps(resends)
      const insert = begin(given)
      const start = (...asked: Parameters<typeof insert>) => Effect.tap(insert(...asked), begun.open)
      const progressOf = (resend: Resend) => withPause(given, resend)
      return Resends.of({
        ofPeriod: Effect.fn("Resends.ofPeriod")(function* (requester, webhookId, period, options = {}) {
          const { onlyFailed, since, until = yield* DateTime.now } = period
          return yield* progressOf(
            yield* start(requester, webhookId, { _tag: "Period", since, until, onlyFailed }, options)
          )
        }),
        ofDelivery: Effect.fn("Resends.ofDelivery")(function* (requester, deliveryId) {
          const delivery = yield* log.inAccount(requester.viewer, deliveryId)
          if (Option.isNone(delivery)) return yield* new DeliveryNotFound({ id: deliveryId })
          const { webhookId } = delivery.value
          return yield* progressOf(yield* start(requester, webhookId, { _tag: "Delivery", deliveryId }, {}))
        }),
        cancel: Effect.fn("Resends.cancel")(function* (requester, id) {
          const { viewer } = requester
          const { owner, webhookId } = yield* orMissing(viewer, id, resends.get(viewer, id))
          const entry = yield* draft(actorFor(requester, owner), "cancelResend")
          const cancelled = resends.cancel(viewer, id, entry.succeeded(webhookId, webhookId))
          return yield* progressOf(yield* orMissing(viewer, id, cancelled))
        }),
        get: Effect.fn("Resends.get")((viewer, id) =>
          Effect.flatMap(orMissing(viewer, id, resends.get(viewer, id)), progressOf)
        ),
        step,
        awaitWork: begun.await
      })
    })
  )
}
