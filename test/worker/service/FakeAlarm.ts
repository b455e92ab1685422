/**
 * An object's alarm by the Effect clock. It keeps what the platform promises: kept with what is written beside it, taken off
 * when it rings, never twice at once, at once when its time is past, and once more when the object ended while it rang.
 */
import type { ObjectStorage } from "@sellerkit/adapter-worker/seller-layer"
import { Clock, Effect, Latch, Option } from "effect"

/** What the platform writes for its alarms, beside what is the object's. */
interface KeptTimes {
  get(key: string): Promise<number | undefined>
  put(key: string, value: number): Promise<void>
  delete(key: string): Promise<boolean>
  sync(): Promise<void>
}

export type PlatformStorage = KeptTimes & Pick<ObjectStorage, "sql" | "transactionSync">

export class FakeAlarm {
  private readonly storage: PlatformStorage
  private readonly changed = Latch.makeUnsafe(false)
  private time: number | undefined
  /** Called when it rings, in place of what it rings for. */
  private instead: Effect.Effect<void> | undefined

  private constructor(storage: PlatformStorage, time: number | undefined) {
    this.storage = storage
    this.time = time
  }

  /** The state that the object before has left. */
  static async of(storage: PlatformStorage): Promise<FakeAlarm> {
    const cutOff = await storage.get("ringing")
    return new FakeAlarm(storage, cutOff ?? (await storage.get("alarm")))
  }

  /** What the object has of the platform. */
  get objectStorage(): ObjectStorage {
    const { sql } = this.storage
    return {
      sql,
      transactionSync: (change) => this.storage.transactionSync(change),
      getAlarm: async () => this.time ?? null,
      setAlarm: (time) => this.set(time),
      deleteAlarm: () => this.set(undefined)
    }
  }

  /** How long until it rings. */
  readonly dueIn: Effect.Effect<Option.Option<number>> = Effect.map(Clock.currentTimeMillis, (now) =>
    Option.map(Option.fromUndefinedOr(this.time), (time) => time - now)
  )

  /** The next time that it rings, this happens and nothing else. */
  nextTime(instead: Effect.Effect<void>): void {
    this.instead = instead
  }

  /** It will not ring again: the platform gives up after a few times. */
  async giveUp(): Promise<void> {
    await this.storage.delete("ringing")
    await this.set(undefined)
    await this.storage.sync()
  }

  /** Rings as long as the object exists. */
  ringing(handler: Effect.Effect<void>): Effect.Effect<never> {
    const ring = Effect.gen({ self: this }, function* () {
      void this.storage.put("ringing", this.time!)
      void this.set(undefined)
      yield* this.instead ?? handler
      void this.storage.delete("ringing")
    })
    return Effect.gen({ self: this }, function* () {
      for (;;) {
        this.changed.closeUnsafe()
        const dueIn = yield* this.dueIn
        if (Option.isNone(dueIn)) yield* this.changed.await
        else if (dueIn.value > 0) yield* Effect.raceFirst(this.changed.await, Effect.sleep(dueIn.value))
        else yield* ring
      }
    })
  }

  private async set(time: number | undefined): Promise<void> {
    this.time = time
    this.changed.openUnsafe()
    if (time === undefined) await this.storage.delete("alarm")
    else await this.storage.put("alarm", time)
  }
}
