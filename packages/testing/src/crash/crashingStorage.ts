/**
 * The storage as seen by a process that can crash: the calls of the process end with it. What was committed stays, and the ledger
 * gets it.
 */
import {
  DeliveryQueue,
  type EventId,
  EventStore,
  type Fate,
  type Resend,
  ResendStore,
  RetentionStore,
  type StoragePorts,
  WebhookStore
} from "@sellerkit/core"
import { Clock, Context, Effect, Option, type Semaphore } from "effect"
import type { Ledger } from "./Ledger.ts"
import type { SimulatedProcess } from "./SimulatedProcess.ts"
import { makeCrashingArrivals, type CrashingArrivals } from "./crashingArrivals.ts"

/** One process's view of a storage that outlives it. */
interface View {
  readonly storage: Context.Context<StoragePorts>
  /** One write after the other, so that the ledger gets them in the order of the commits. */
  readonly turn: Semaphore.Semaphore
  readonly simulated: SimulatedProcess
  readonly ledger: Ledger
  /** The process that makes the calls. */
  readonly process: number
}

/** A write and its entry in the ledger: neither happens without the other. */
const writer =
  ({ simulated, turn }: View) =>
  <A, E>(name: string, write: Effect.Effect<A, E>, told: (written: A, now: number) => Effect.Effect<void> | void) => {
    const committed = Effect.tap(write, (written) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => told(written, now) ?? Effect.void)
    )
    return simulated.change(name, Effect.uninterruptible(turn.withPermits(1)(committed)))
  }

const webhookStore = (view: View): WebhookStore["Service"] => {
  const store = Context.get(view.storage, WebhookStore)
  const write = writer(view)
  const { ledger } = view
  return {
    ...store,
    insert: (owner, decide) =>
      write("WebhookStore.insert", store.insert(owner, decide), (webhook) => ledger.created(webhook)),
    change: (key, decide) =>
      write("WebhookStore.change", store.change(key, decide), (webhook) => ledger.changed(webhook)),
    remove: (key, entry) => write("WebhookStore.remove", store.remove(key, entry), () => ledger.removed(key.id))
  }
}

const eventStore = (view: View, arrivals: CrashingArrivals): EventStore["Service"] => {
  const store = Context.get(view.storage, EventStore)
  const write = writer(view)
  const { ledger, process } = view
  return {
    ...store,
    append: (account, events) =>
      write("EventStore.append", arrivals.storing(store.append(account, events)), (published, now) => {
        ledger.appended(events, published, now)
        const { arrived, offer } = arrivals.written() ?? {}
        if (arrived === undefined || offer === undefined) return
        ledger.claimed(process, arrived.leased, offer.lease, now)
        ledger.joined(process, arrived.joining)
      }).pipe(Effect.onExit(() => arrivals.handOver))
  }
}

const deliveryQueue = (view: View, arrivals: CrashingArrivals): DeliveryQueue["Service"] => {
  const queue = Context.get(view.storage, DeliveryQueue)
  const write = writer(view)
  const { ledger, simulated, process } = view
  return {
    ...queue,
    claim: (request) =>
      write("DeliveryQueue.claim", queue.claim(request), (batches, now) =>
        ledger.claimed(process, batches, request.lease, now)
      ),
    settle: (outcomes) =>
      write("DeliveryQueue.settle", queue.settle(outcomes), (health, now) => ledger.settled(outcomes, health, now)),
    release: (leases) => write("DeliveryQueue.release", queue.release(leases), () => ledger.released(leases)),
    awaitWork: simulated.whileAlive(queue.awaitWork),
    leaseOnArrival: (taker) => queue.leaseOnArrival(arrivals.taker(taker))
  }
}

const fatesAt = Effect.fnUntraced(function* ({ ledger, storage }: View, { owner, webhookId }: Resend) {
  const queue = Context.get(storage, DeliveryQueue)
  const fates = new Map<EventId, Fate>()
  for (const id of ledger.lane(webhookId).recipients.keys()) {
    const found = Option.getOrThrow(yield* Effect.orDie(queue.fates(owner, id)))
    fates.set(id, found.webhooks.find((fate) => fate.webhookId === webhookId)!.fate)
  }
  return fates
})

const resendStore = (view: View): ResendStore["Service"] => {
  const store = Context.get(view.storage, ResendStore)
  const write = writer(view)
  const tell = Effect.fnUntraced(function* (job: Resend, now: number) {
    view.ledger.putBack(job, yield* fatesAt(view, job), now)
  })
  return {
    ...store,
    insert: (resend, entry) =>
      write("ResendStore.insert", store.insert(resend, entry), (job) => view.ledger.resendBegun(job)),
    step: (most) =>
      write("ResendStore.step", store.step(most), (stepped, now) =>
        Option.isSome(stepped) ? tell(stepped.value, now) : Effect.void
      )
  }
}

const retentionStore = (view: View): RetentionStore["Service"] => {
  const store = Context.get(view.storage, RetentionStore)
  const write = writer(view)
  return {
    remove: (kind, age, most) => write("RetentionStore.remove", store.remove(kind, age, most), () => {})
  }
}

/** The other ports are unchanged: a crash scenario writes nothing through them. */
export const crashingStorage = (view: View): Context.Context<StoragePorts> => {
  const arrivals = makeCrashingArrivals()
  return view.storage.pipe(
    Context.add(WebhookStore, webhookStore(view)),
    Context.add(EventStore, eventStore(view, arrivals)),
    Context.add(DeliveryQueue, deliveryQueue(view, arrivals)),
    Context.add(ResendStore, resendStore(view)),
    Context.add(RetentionStore, retentionStore(view))
  )
}
