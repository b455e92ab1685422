/**
 * Several calls are on their way at once. Of rows with the same key the later one has to be written last: a call waits for those
 * before it that have a key of its own.
 */
import { Deferred, Effect } from "effect"

export class InOrder {
  readonly #last = new Map<string, Deferred.Deferred<void>>()

  /** Registers keys, in the order of the calls. The effect that comes of it runs once those before it have ended. */
  after<A, E, R>(keys: ReadonlyArray<string>, send: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    const ended = Deferred.makeUnsafe<void>()
    const before = new Set<Deferred.Deferred<void>>()
    for (const key of keys) {
      const other = this.#last.get(key)
      if (other !== undefined && other !== ended) before.add(other)
      this.#last.set(key, ended)
    }
    const forget = Effect.sync(() => {
      for (const key of keys) if (this.#last.get(key) === ended) this.#last.delete(key)
    })
    return Effect.forEach(before, Deferred.await, { discard: true }).pipe(
      Effect.andThen(send),
      Effect.ensuring(Effect.andThen(forget, Deferred.succeed(ended, undefined)))
    )
  }
}
