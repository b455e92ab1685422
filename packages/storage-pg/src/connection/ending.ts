/**
 * What ends although the database says nothing. A connection is left, and a transaction is ended, as the server says so; where its machine
 * or network has failed silently, TCP would wait a quarter of an hour for that, and a process that stops would wait as long.
 */
import { Effect, type Fiber, Layer, Scope } from "effect"

// our choice, in milliseconds: a server that is there says so much sooner.
const patience = 3000

/** Completes when the fiber has ended, or after a few seconds. By real time, because the network has no other. */
const ended = (fiber: Fiber.Fiber<unknown, unknown>): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    const end = () => {
      clearTimeout(timer)
      resume(Effect.void)
    }
    const timer = setTimeout(end, patience)
    fiber.addObserver(end)
  })

/** Interrupts the fiber. */
export const endOf = (fiber: Fiber.Fiber<unknown, unknown>): Effect.Effect<void> =>
  Effect.suspend(() => {
    fiber.interruptUnsafe()
    return ended(fiber)
  })

/** Runs until the scope closes. */
export const forkUntilClosed = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<void, never, R | Scope.Scope> =>
  Effect.asVoid(Effect.acquireRelease(Effect.forkDetach(Effect.interruptible(work)), endOf))

/** A layer whose end is not waited for any longer. */
export const endingSoon = <A, E, R>(layer: Layer.Layer<A, E, R>): Layer.Layer<A, E, R> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const own = yield* Effect.acquireRelease(Scope.make(), (scope, exit) =>
        Effect.flatMap(Effect.forkDetach(Scope.close(scope, exit)), ended)
      )
      return yield* Layer.buildWithScope(layer, own)
    })
  )
