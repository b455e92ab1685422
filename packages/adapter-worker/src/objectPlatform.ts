/** A Durable Object as a platform: `fetch` sends, an alarm wakes, and whoever is in front has verified the callers. */
import { Transport, verifiedCallersLayer } from "@sellerkit/core"
import { defaultDispatcherOptions, DispatcherOnCall, DispatcherOptions, FetchTransport } from "@sellerkit/core/delivery"
import type { CheckedOptions, Platform } from "@sellerkit/embed/portable"
import { Effect, Layer } from "effect"
import { servedDocsPageLayer } from "./servedDocsPage.ts"
import type { Subrequests } from "./Subrequests.ts"

// The documents of Cloudflare (Workers, Limits, Simultaneous open connections): so many may wait for an answer's headers.
const openConnections = 6

export const transportLayer = (subrequests: Subrequests) =>
  Layer.effect(
    Transport,
    Effect.map(Transport, (transport) =>
      Transport.of({ ...transport, post: (request) => Effect.andThen(subrequests.count, transport.post(request)) })
    )
  ).pipe(Layer.provide(FetchTransport.layer))

export const objectPlatform =
  (subrequests: Subrequests, concurrency = openConnections) =>
  (_given: CheckedOptions): Platform<DispatcherOnCall> => ({
    transport: transportLayer(subrequests),
    tokens: verifiedCallersLayer,
    background: DispatcherOnCall.layer.pipe(
      Layer.provide(
        Layer.succeed(DispatcherOptions, {
          ...defaultDispatcherOptions,
          concurrency,
          lanesPerAccount: concurrency,
          lanesPerClaim: concurrency
        })
      )
    ),
    docsPage: servedDocsPageLayer
  })
