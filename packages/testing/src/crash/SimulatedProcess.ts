/**
 * A process that can crash. Before and after each of its calls that change something there is a point. At the point that a crash
 * is planned for, the process ends: none of its later calls takes effect, and nothing that it knew gets out.
 */
import { Effect, Latch } from "effect"
import type { Crash } from "./CrashScenario.ts"

/** How a process has ended, and where. */
interface End {
  readonly crash: Crash
  readonly point: string
}

export interface SimulatedProcess {
  /** A call that changes something outside of the process. */
  change<A, E, R>(name: string, call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R>
  /** A wait for something that others do. */
  whileAlive(wait: Effect.Effect<void>): Effect.Effect<void>
  /** Completes when the process has ended. */
  readonly ended: Effect.Effect<void>
  /** Undefined while it lives. */
  end(): End | undefined
  /** Plans how the process will end, counted from now on; undefined when it will not. */
  plan(crash: Crash | undefined): void
  /** Points that it has passed since that was planned. */
  points(): number
  /** The calls that a stalled process was about to make are made; then it is gone. */
  wake(): void
}

export const makeSimulatedProcess = (noteActivity: () => void): SimulatedProcess => {
  const ended = Latch.makeUnsafe(false)
  const awake = Latch.makeUnsafe(false)
  let planned: Crash | undefined
  let points = 0
  let end: End | undefined
  let isStalled = false

  const reach = (point: string): void => {
    noteActivity()
    if (end !== undefined) return
    if (points !== planned?.afterPoints) {
      points += 1
      return
    }
    end = { crash: planned, point }
    isStalled = planned.stalledFor !== undefined
    ended.openUnsafe()
  }
  const before = (name: string) =>
    Effect.suspend(() => {
      reach(`before ${name}`)
      if (end === undefined) return Effect.void
      return isStalled ? Effect.asVoid(awake.await) : Effect.never
    })
  const after = (name: string) =>
    Effect.suspend(() => {
      reach(`after ${name}`)
      return end === undefined ? Effect.void : Effect.never
    })

  return {
    change: (name, call) =>
      Effect.andThen(
        before(name),
        Effect.tap(call, () => after(name))
      ),
    whileAlive: (wait) =>
      Effect.andThen(
        Effect.raceFirst(wait, Effect.asVoid(ended.await)),
        Effect.suspend(() => (end === undefined ? Effect.void : Effect.never))
      ),
    ended: Effect.asVoid(ended.await),
    end: () => end,
    plan: (crash) => {
      planned = crash
      points = 0
    },
    points: () => points,
    wake: () => {
      isStalled = false
      awake.openUnsafe()
    }
  }
}
