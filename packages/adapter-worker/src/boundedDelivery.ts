/** Delivery by `fetch`, on a platform that limits what one call of it may do. */
import { Transport } from "@sellerkit/core"
import { defaultDispatcherOptions, DispatcherOnCall, DispatcherOptions } from "@sellerkit/core/delivery"
import { type Duration, Effect, Layer } from "effect"
import { platformTransport } from "./platformTransport.ts"
import { Subrequests } from "./durableObject/Subrequests.ts"

/** The documents of Cloudflare (Workers, Limits, Simultaneous open connections): this many may wait for an answer's headers. */
export const openConnections = 6

// our choice: below the thousand that one invocation may make. The address of a webhook may be one of them.
const usualRequests = 900

// our choice: characters that waiting events take in the memory of an object, which has 128 MB, and may share them with others.
const carriedSize = 4 * 1024 * 1024

export interface Bounds {
  /** Requests in flight at once. */
  readonly concurrency: number
  /** Of those, at most so many for one account. */
  readonly lanesPerAccount: number
  /** After how many requests a call begins no more. 900, when absent. */
  readonly requests: number | undefined
  /** After how long it begins no more. */
  readonly within: Duration.Input
  /** Makes the dispatcher, from these bounds. One that works when it is called, when absent. */
  readonly dispatcherLayer?: typeof DispatcherOnCall.layer
}

const countedTransport = (subrequests: Subrequests) =>
  Layer.effect(
    Transport,
    Effect.map(Transport, (transport) =>
      Transport.of({ ...transport, post: (request) => Effect.andThen(subrequests.count, transport.post(request)) })
    )
  ).pipe(Layer.provide(platformTransport))

export const boundedDelivery = ({
  concurrency,
  dispatcherLayer = DispatcherOnCall.layer,
  lanesPerAccount,
  requests = usualRequests,
  within
}: Bounds) => {
  const subrequests = new Subrequests(requests)
  const options = { ...defaultDispatcherOptions, carriedSize, concurrency, lanesPerAccount }
  return {
    transport: countedTransport(subrequests),
    dispatcher: Layer.provide(dispatcherLayer, Layer.succeed(DispatcherOptions, options)),
    /** One call: delivers what is due, within the bounds. */
    deliver: Effect.gen(function* () {
      const { drainUntil } = yield* DispatcherOnCall
      subrequests.begin()
      yield* drainUntil(Effect.raceFirst(Effect.sleep(within), subrequests.enough))
    })
  }
}
