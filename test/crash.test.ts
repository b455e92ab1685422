/** Every storage driver keeps what it has promised when processes crash. */
import { DeliveryQueue } from "@sellerkit/core"
import * as MemoryStorage from "@sellerkit/storage-memory"
import { crashSuite } from "@sellerkit/testing"
import { Effect, Layer } from "effect"
import { setImmediate } from "node:timers/promises"
import { storages } from "./targets.ts"

// Memory has all the points at which processes end; a database takes a share of them: chaos/ kills real processes over it.
const shares: Readonly<Record<string, number>> = { memory: 1, SQLite: 0.1, PostgreSQL: 0.05 }
for (const storage of storages) crashSuite({ ...storage, trials: shares[storage.name]! })

// Enough for simulated time to go on meanwhile, if it could.
const turns = 5

const answerOnTheWay = Effect.promise(async () => {
  for (let turn = 0; turn < turns; turn++) await setImmediate()
})

/** Memory that says what is due some turns of the event loop later, as a server on a busy machine does. */
const lateQueue = Layer.effect(
  DeliveryQueue,
  Effect.map(DeliveryQueue, (queue) =>
    DeliveryQueue.of({ ...queue, nextDue: (full) => Effect.tap(queue.nextDue(full), answerOnTheWay) })
  )
)

crashSuite({
  name: "memory that answers late",
  layer: Layer.merge(MemoryStorage.layer, Layer.provide(lateQueue, MemoryStorage.layer)),
  trials: 0.1
})
