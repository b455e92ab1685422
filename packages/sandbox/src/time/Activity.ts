/**
 * What goes on in real time, which simulated time has to wait for: fibers that are about to run, calls that are being
 * answered, and requests to receivers, unless these only wait for simulated time themselves.
 */
import type { PostRequest } from "@sellerkit/core"
import { Duration, Effect, type Scheduler } from "effect"
import { realMillis } from "./RealTime.ts"

/** A request to a receiver that has not ended. */
interface Request {
  readonly url: string
  /** By real time, in milliseconds. */
  readonly since: number
  /** Whether its receiver waits for simulated time, or never answers. */
  isHeld: boolean
}

/** Notifications and checks of a URL name themselves alike, near the beginning. */
const requestIdIn = (body: string): string => /"requestId":"([^"]*)"/.exec(body)?.[1] ?? ""

/** For people: what may be secret in a URL is left out. */
const placeOf = (url: string): string => new URL(url).origin

export class Activity {
  /** The scheduler of all fibers that simulated time has to wait for. */
  readonly scheduler: Scheduler.Scheduler
  private tasks = 0
  private calls = 0
  private readonly requests = new Map<string, Request>()
  private readonly patience: number

  /** `patience`: a receiver that has not answered in so much real time is taken for one that never will. */
  constructor(patience: Duration.Duration, parent: Scheduler.Scheduler) {
    this.patience = Duration.toMillis(patience)
    this.scheduler = {
      executionMode: parent.executionMode,
      shouldYield: (fiber) => parent.shouldYield(fiber),
      makeDispatcher: () => {
        const dispatcher = parent.makeDispatcher()
        return {
          scheduleTask: (task, priority) => {
            this.tasks += 1
            dispatcher.scheduleTask(() => {
              this.tasks -= 1
              task()
            }, priority)
          },
          flush: () => dispatcher.flush()
        }
      }
    }
  }

  /** A call that is being answered. */
  during<A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return this.counting(call, 1)
  }

  /** A call that moves the time, and so must not be waited for. */
  except<A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return this.counting(call, -1)
  }

  private counting<A, E, R>(call: Effect.Effect<A, E, R>, change: number): Effect.Effect<A, E, R> {
    return Effect.suspend(() => {
      this.calls += change
      return Effect.ensuring(
        call,
        Effect.sync(() => {
          this.calls -= change
        })
      )
    })
  }

  /** A request to a receiver, until it has ended. */
  whileSending<A, E, R>({ body, url }: PostRequest, send: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.suspend(() => {
      const id = requestIdIn(body)
      this.requests.set(id, { url, since: realMillis(), isHeld: false })
      return Effect.ensuring(
        send,
        Effect.sync(() => this.requests.delete(id))
      )
    })
  }

  /** The receiver of a request waits for simulated time, or does so no longer. */
  hold(requestId: string, isHeld: boolean): void {
    const request = this.requests.get(requestId)
    if (request !== undefined) request.isHeld = isHeld
  }

  private isWaiting({ isHeld, since }: Request): boolean {
    return isHeld || realMillis() - since > this.patience
  }

  /** Whether nothing can happen before the time moves, where the dispatcher has so many requests in flight. */
  isStill(inFlight: number): boolean {
    if (this.tasks > 0 || this.requests.size !== inFlight + this.calls) return false
    return [...this.requests.values()].every((request) => this.isWaiting(request))
  }

  /** What is being waited for, in words. */
  get description(): string {
    const unanswered = [...this.requests.values()].filter((request) => !this.isWaiting(request))
    const parts = [
      ...unanswered.map(({ url }) => `a request to ${placeOf(url)} has not been answered`),
      ...(this.calls > 0 ? [`${this.calls} calls of the API have not been answered`] : []),
      ...(this.tasks > 0 ? ["fibers go on running"] : [])
    ]
    return parts.length === 0 ? "the dispatcher is at work" : parts.join(", ")
  }
}
