/**
 * Writes on a thread of its own: while one commit waits for the disk, the process goes on taking events, sending them and
 * answering.
 */
import { StorageError } from "@sellerkit/core"
import { Effect, Exit, Option, Scheduler, type Scope } from "effect"
import { Worker } from "node:worker_threads"
import { DatabaseFault, type Fault } from "../connection/Fault.ts"
import type { Carrying } from "../lanes/CarriedLanes.ts"
import type { WriteInput, WriteName, WriteOutput } from "../lanes/Writes.ts"
import { Integrity } from "./Integrity.ts"
import type { Writer } from "./SqliteDatabase.ts"
import type { Failure, FromThread, Request, ThreadData, ToThread } from "./ThreadMessages.ts"
import { WaitingWrites } from "./WaitingWrites.ts"

// The sources run both as they are and compiled.
const threadModule = new URL(
  import.meta.url.endsWith(".ts") ? "./writerThread.ts" : "./writerThread.js",
  import.meta.url
)

/**
 * our choice: for how many milliseconds a check of all files counts. It is made before a write, and again during it, when the
 * check delays nothing.
 */
const validBefore = 500
const validMeanwhile = 50

/** As SQLite threw it. */
const thrown = ({ errcode, message }: Failure): Error => Object.assign(new Error(message), { errcode })

class ThreadWriter implements Writer {
  private readonly thread: Worker
  private readonly integrity: Integrity
  /** Runs what is scheduled at the end of a turn of the event loop. */
  private readonly turns: Scheduler.SchedulerDispatcher
  private readonly waiting = new WaitingWrites()
  private readonly paused: Array<(failure?: Failure) => void> = []
  /** As the thread said it last. */
  private carried: Carrying = { areAny: false, areUnapplied: false, leaseEnds: undefined }
  /** Writes under way that may have it carry something, and those that may have it log what was delivered. */
  private readonly underWay = { "EventStore.append": 0, "DeliveryQueue.settle": 0 }
  private isReady = false
  private whenReady = () => {}
  private requests: Array<Request> = []
  /** Why nothing can be written any more. */
  private end: DatabaseFault | undefined

  constructor(file: string, integrity: Integrity, scheduler: Scheduler.Scheduler) {
    this.integrity = integrity
    this.turns = scheduler.makeDispatcher()
    const workerData: ThreadData = { file }
    this.thread = new Worker(threadModule, { workerData })
    this.thread.on("message", (message: FromThread) => this.hear(message))
    this.thread.on("error", (cause) => this.stop(cause))
    this.thread.on("exit", () => this.stop())
  }

  perform<Name extends WriteName>(name: Name, input: WriteInput<Name>): Effect.Effect<WriteOutput<Name>, unknown> {
    return Effect.callback((resume) => {
      if (this.end !== undefined) return resume(Effect.fail(this.end))
      const id = this.waiting.add((exit) => {
        this.count(name, -1)
        resume(exit as Exit.Exit<WriteOutput<Name>, unknown>)
      })
      this.count(name, 1)
      this.ask({ id, name, input })
      return Effect.sync(() => {
        this.count(name, -1)
        this.waiting.giveUp(id)
      })
    })
  }

  readonly carrying = (): Carrying => {
    const { "DeliveryQueue.settle": settlements, "EventStore.append": appends } = this.underWay
    const areUnapplied = this.carried.areUnapplied || settlements > 0
    return { ...this.carried, areAny: this.carried.areAny || areUnapplied || appends > 0, areUnapplied }
  }

  pauseFor<A>(effect: (cause: Option.Option<unknown>) => Effect.Effect<A>): Effect.Effect<A> {
    return Effect.acquireUseRelease(this.pause, effect, () => Effect.sync(() => this.tell({ type: "resume" })))
  }

  /** Completes when the thread has opened the database; fails when it cannot. */
  readonly ready: Effect.Effect<void, Error> = Effect.callback((resume) => {
    const settle = () => resume(this.end === undefined ? Effect.void : Effect.fail(this.end))
    if (this.isReady || this.end !== undefined) return settle()
    this.whenReady = settle
  })

  /** What was asked before is written first. */
  readonly close: Effect.Effect<void> = Effect.callback((resume) => {
    if (this.end !== undefined) return resume(Effect.void)
    this.thread.once("exit", () => resume(Effect.void))
    this.flush()
    this.tell({ type: "close" })
  })

  /** Gives why it still carries something. */
  private readonly pause: Effect.Effect<Option.Option<unknown>> = Effect.callback((resume) => {
    // A thread that has ended writes nothing.
    if (this.end !== undefined) return resume(Effect.succeedNone)
    this.paused.push((failure) =>
      resume(Effect.succeed(Option.map(Option.fromUndefinedOr(failure), (one): unknown => thrown(one))))
    )
    this.flush()
    this.tell({ type: "pause" })
  })

  /**
   * Requests of the same turn of the event loop travel in one message. What callers of a service ask for comes one by one, each in a
   * part of the turn of its own.
   */
  private ask(request: Request): void {
    this.requests.push(request)
    if (this.requests.length === 1) this.turns.scheduleTask(() => this.flush(), 0)
  }

  private flush(): void {
    if (this.requests.length === 0) return
    const { requests } = this
    this.requests = []
    const fault = this.integrity.lookAfter(validBefore)
    if (fault !== undefined) return this.refuse(requests, fault)
    this.tell({ type: "write", requests })
    // A fault that is found here counts for the answers.
    this.integrity.lookAfter(validMeanwhile)
  }

  private count(name: WriteName, change: 1 | -1): void {
    if (name === "EventStore.append" || name === "DeliveryQueue.settle") this.underWay[name] += change
  }

  private refuse(asked: ReadonlyArray<{ readonly id: number }>, fault: Fault): void {
    for (const { id } of asked) this.waiting.answer(id, Exit.fail(new DatabaseFault(fault)))
  }

  private tell(message: ToThread): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    this.thread.postMessage(message)
  }

  private hear(message: FromThread): void {
    this.carried = message.carrying
    if (message.type === "ready") {
      this.isReady = true
      return this.whenReady()
    }
    if (message.type === "paused") return this.paused.shift()?.(message.failure)
    const { integrity } = this
    const fault = message.areFilesUntouched ? integrity.known : integrity.look()
    if (fault !== undefined) return this.refuse(message.answers, fault)
    for (const answer of message.answers) {
      this.waiting.answer(
        answer.id,
        "result" in answer ? Exit.succeed(answer.result) : Exit.fail(thrown(answer.failure))
      )
    }
  }

  private stop(cause?: unknown): void {
    this.end ??= new DatabaseFault("writerEnded", cause)
    this.integrity.note("writerEnded")
    this.waiting.answerAll(Exit.fail(this.end))
    this.whenReady()
    for (const resume of this.paused.splice(0)) resume()
  }
}

/** Fails when the thread cannot open the file. */
export const openThreadWriter = (
  file: string,
  integrity: Integrity = new Integrity()
): Effect.Effect<Writer, StorageError, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.map(Scheduler.Scheduler, (scheduler) => new ThreadWriter(file, integrity, scheduler)),
    (writer) => writer.close
  ).pipe(
    Effect.tap(({ ready }) => ready),
    Effect.mapError((cause) => new StorageError({ operation: `write to ${file}`, retryable: false, cause }))
  )
