/** One process after the other over one storage, under simulated time. */
import { DeliveryQueue, type Events, type Resends, type StoragePorts, type Webhooks } from "@sellerkit/core"
import { Context, Duration, Effect, Exit, Fiber, Layer, Option, Scope, Semaphore } from "effect"
import { ScheduledEvents } from "./ScheduledEvents.ts"
import { countedCalls } from "./countedCalls.ts"
import type { Answer, Crash, CrashScenario } from "./CrashScenario.ts"
import { Ledger } from "./Ledger.ts"
import { type SimulatedProcess, makeSimulatedProcess } from "./SimulatedProcess.ts"
import { crashingStorage } from "./crashingStorage.ts"
import { makeCryptoLayer, processLayer } from "./processLayer.ts"
import { ScriptedReceivers } from "./ScriptedReceivers.ts"
import type { SimulatedClock } from "./SimulatedClock.ts"

/** The services that are called from outside. */
type Services = Events | Resends | Webhooks

interface Process {
  readonly simulated: SimulatedProcess
  readonly scope: Scope.Closeable
  readonly services: Context.Context<Services>
}

export interface CrashWorld {
  readonly ledger: Ledger
  /** What outlives all processes. */
  readonly storage: Context.Context<StoragePorts>
  /** How processes ended, in order. */
  readonly ends: ReadonlyArray<string>
  /** Whether a process ended without being asked. */
  hasCrashed(process: number): boolean
  /** From now on processes end as planned: the first one, the next one, and so on. Later ones go on. */
  begin(crashes: ReadonlyArray<Crash>): void
  /** The points that each process has passed since then. */
  points(): ReadonlyArray<number>
  /** Repeats the call until a process has answered it. */
  call<A, E>(effect: Effect.Effect<A, E, Services>): Effect.Effect<A, E>
  /** Lets simulated time pass. */
  advance(duration: Duration.Input): Effect.Effect<void>
  /** Stops the process in order, and starts the next one. */
  readonly restart: Effect.Effect<void>
  /** Ends all crashes: processes go on, receivers accept, and everything that was scheduled has happened. */
  readonly calmDown: Effect.Effect<void>
}

// Fibers hand on to each other a few times between two calls.
const quietTurns = 20

// Far more than anything takes.
const mostTurns = 100_000

// Far more than it takes until what is due is claimed.
const mostRounds = 100

export const makeCrashWorld = Effect.fnUntraced(function* (
  given: Context.Context<StoragePorts>,
  clock: SimulatedClock,
  answers: ReadonlyMap<string, ReadonlyArray<Answer>>,
  { eventsPerRequest }: Pick<CrashScenario, "eventsPerRequest">
): Effect.fn.Return<CrashWorld> {
  const { idle, isIdle, storage } = countedCalls(given)
  const turn = yield* Semaphore.make(1)
  const ledger = new Ledger()
  const receivers = new ScriptedReceivers(ledger, answers)
  const scheduled = new ScheduledEvents()
  const cryptoLayer = makeCryptoLayer()
  const queue = Context.get(storage, DeliveryQueue)
  const ends: Array<string> = []
  const processes: Array<SimulatedProcess> = []
  let crashes: ReadonlyArray<Crash> = []
  let current: Process | undefined
  let activity = 0
  // A process that had stalled signals nothing: the other one finds its work at the next idle check.
  let looksLate = false

  const planEnd = (simulated: SimulatedProcess): void => {
    simulated.plan(crashes[0])
    crashes = crashes.slice(1)
  }

  const start = Effect.gen(function* () {
    const simulated = makeSimulatedProcess(() => (activity += 1))
    planEnd(simulated)
    const view = { storage, turn, simulated, ledger, process: processes.length }
    const layer = processLayer(eventsPerRequest).pipe(
      Layer.provide(receivers.transport(view.process, simulated)),
      Layer.provide(Layer.succeedContext(crashingStorage(view))),
      Layer.provide(cryptoLayer)
    )
    // The scope stays open when the process crashes: nothing is released.
    const scope = yield* Scope.make()
    const services = yield* Layer.buildWithMemoMap(layer, Layer.makeMemoMapUnsafe(), scope)
    processes.push(simulated)
    current = { simulated, scope, services }
  })

  /** How long until the process has something to do, in milliseconds; infinite when there is nothing, or no process. */
  const untilDue = Effect.suspend(() =>
    current === undefined || current.simulated.end() !== undefined
      ? Effect.succeed(Number.POSITIVE_INFINITY)
      : Effect.map(Effect.orDie(queue.nextDue([])), (due) =>
          Option.match(due, { onNone: () => Number.POSITIVE_INFINITY, onSome: Duration.toMillis })
        )
  )

  /** Waits until no call has been made for a while. */
  const quiet = Effect.gen(function* () {
    let [seen, turns] = [activity, 0]
    let restless = 0
    while (turns < quietTurns) {
      if (restless++ === mostTurns) return yield* Effect.die(new Error("The service does not become idle"))
      // A database takes its time, which on a busy machine is many turns.
      yield* idle
      yield* Effect.yieldNow
      turns = activity === seen && isIdle() ? turns + 1 : 0
      seen = activity
    }
  })

  const verify = Effect.suspend(() =>
    ledger.violations.length === 0 ? Effect.void : Effect.die(new Error(ledger.violations.join("\n")))
  )

  /** Waits until nothing more happens at this simulated time; gives how long until something is due, in milliseconds. */
  const settled = Effect.gen(function* () {
    for (let rounds = 0; rounds < mostRounds; rounds++) {
      yield* quiet
      const seen = activity
      const due = yield* untilDue
      // What has begun meanwhile may make something else due.
      if (activity !== seen || !isIdle()) continue
      if (due > 0) return due
      if (looksLate) return Number.POSITIVE_INFINITY
    }
    return yield* Effect.die(new Error("The service does not do what is due"))
  }).pipe(Effect.ensuring(verify))

  const wake = (simulated: SimulatedProcess) =>
    Effect.sync(() => {
      looksLate = true
      simulated.wake()
    })

  /** Finds that the process has crashed, and plans what follows. */
  const noteCrash = (now: number): void => {
    const end = current?.simulated.end()
    if (current === undefined || end === undefined) return
    const { downFor, stalledFor } = end.crash
    ends.push(`${stalledFor === undefined ? "killed" : "stalled"} ${end.point}, at ${now} ms`)
    scheduled.schedule(now + downFor * 1000, start)
    if (stalledFor !== undefined) scheduled.schedule(now + stalledFor * 1000, wake(current.simulated))
    current = undefined
  }

  /** Everything on the way happens at its own time. */
  const advanceTo = Effect.fnUntraced(function* (end: number) {
    for (;;) {
      const due = yield* settled
      const now = clock.currentTimeMillisUnsafe()
      noteCrash(now)
      if (yield* scheduled.runDue(now)) continue
      if (now >= end) return
      clock.moveTo(Math.min(end, now + due, scheduled.next, clock.nextWake))
    }
  })

  const advance = (duration: Duration.Input) =>
    Effect.suspend(() =>
      advanceTo(clock.currentTimeMillisUnsafe() + Duration.toMillis(Duration.fromInputUnsafe(duration)))
    )

  /** The process that runs, as soon as there is one. */
  const running: Effect.Effect<Process> = Effect.flatMap(advance(0), () =>
    current === undefined ? Effect.andThen(advance("1 second"), running) : Effect.succeed(current)
  )

  const call = Effect.fnUntraced(function* <A, E>(effect: Effect.Effect<A, E, Services>) {
    for (;;) {
      const { simulated, services } = yield* running
      // Not interrupted when the process ends: what it was about to do, it may do later.
      const fiber = yield* Effect.forkDetach(Effect.provide(effect, services))
      const answer = yield* Effect.raceFirst(
        Effect.map(Fiber.await(fiber), Option.some),
        Effect.as(simulated.ended, Option.none<Exit.Exit<A, E>>())
      )
      yield* advance(0)
      if (Option.isSome(answer)) return yield* answer.value
    }
  })

  const restart = Effect.gen(function* () {
    const stopping = yield* running
    const closing = yield* Effect.forkDetach(Scope.close(stopping.scope, Exit.void))
    // While it stops it takes no more work, however much there is.
    current = undefined
    while (closing.pollUnsafe() === undefined && stopping.simulated.end() === undefined) yield* advance("1 second")
    if (stopping.simulated.end() === undefined) yield* start
    else current = stopping
    yield* advance(0)
  })

  const calmDown = Effect.gen(function* () {
    crashes = []
    current?.simulated.plan(undefined)
    receivers.recover()
    // Notes a crash that has just happened.
    yield* advance(0)
    yield* advanceTo(scheduled.last)
  })

  yield* start
  return {
    ledger,
    storage,
    ends,
    hasCrashed: (process) => processes[process]!.end() !== undefined,
    points: () => processes.map((simulated) => simulated.points()),
    begin: (planned) => {
      crashes = planned
      planEnd(processes[0]!)
    },
    call,
    advance,
    restart,
    calmDown
  }
})
