/**
 * The requests in flight.
 *
 * Kept in an array, each knowing its place: a `Set` that lives long while its members come and go makes all of them outlive
 * the garbage collector's cheap rounds, because each of its former tables keeps its members and leads to the next.
 */
import type { Fiber } from "effect"
import type { Batch } from "./DeliveryQueue.ts"

export interface RequestInFlight {
  readonly batch: Batch
  fiber: Fiber.Fiber<unknown, unknown> | undefined
  place: number
}

export class InFlight {
  private readonly requests: Array<RequestInFlight> = []

  get size(): number {
    return this.requests.length
  }

  get batches(): ReadonlyArray<Batch> {
    return this.requests.map(({ batch }) => batch)
  }

  get fibers(): ReadonlyArray<Fiber.Fiber<unknown, unknown>> {
    return this.requests.flatMap(({ fiber }) => fiber ?? [])
  }

  add(batch: Batch): RequestInFlight {
    const request = { batch, fiber: undefined, place: this.requests.length }
    this.requests.push(request)
    return request
  }

  /** Once per request. */
  remove(request: RequestInFlight): void {
    const last = this.requests.pop()!
    if (last === request) return
    this.requests[request.place] = last
    last.place = request.place
  }
}
