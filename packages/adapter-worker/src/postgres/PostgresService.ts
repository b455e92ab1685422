/** A whole service whose connections are lent to it: what is asked of it, and what it does when a cron trigger rings. */
import { type EventScope, hostCallersLayer, JwtTokens, noTokensLayer, Resends, Retention } from "@sellerkit/core"
import { defaultDispatcherOptions, DispatcherOnCall, DispatcherOptions } from "@sellerkit/core/delivery"
import {
  type CheckedOptions,
  openSellerkit,
  type Platform,
  type Sellerkit,
  serviceLayer
} from "@sellerkit/embed/portable"
import { Effect, Layer, ManagedRuntime } from "effect"
import { transportLayer } from "../objectPlatform.ts"
import { servedDocsPageLayer } from "../servedDocsPage.ts"
import { Subrequests } from "../Subrequests.ts"
import type { AnyPostgresOptions } from "./PostgresOptions.ts"

// our choice: below the thousand that one invocation may make.
const usualRequests = 900

// The documents of Cloudflare (Workers, Limits, Simultaneous open connections): 6. One is the database's.
const usualConcurrency = 5

// our choice: a cron trigger rings once a minute, and what is left then is for the next call.
const longest = "50 seconds"

// our choice: as many events as one job may send again in a minute, and more.
const resendSteps = 10

export interface PostgresService {
  /** Work over the service, to which connections are lent until it ends. */
  use<A>(work: (sellerkit: Sellerkit<ReadonlyArray<EventScope>>) => Promise<A>): Promise<A>
  /** Does what is due without being asked for. */
  ring(): Promise<void>
}

const platform =
  (subrequests: Subrequests, concurrency: number) =>
  ({ tokenKey }: CheckedOptions): Platform<DispatcherOnCall> => ({
    transport: transportLayer(subrequests),
    tokens: hostCallersLayer(tokenKey === undefined ? noTokensLayer : JwtTokens.layer(tokenKey)),
    background: DispatcherOnCall.layer.pipe(
      Layer.provide(
        Layer.succeed(DispatcherOptions, {
          ...defaultDispatcherOptions,
          concurrency,
          // One is left for others while an account's receivers hang.
          lanesPerAccount: Math.max(1, concurrency - 1),
          lanesPerClaim: concurrency
        })
      )
    ),
    docsPage: servedDocsPageLayer
  })

export const openPostgresService = async (options: AnyPostgresOptions): Promise<PostgresService> => {
  const { concurrency = usualConcurrency, requestsPerCall = usualRequests } = options
  const { during, layer: storage } = options.storage()
  const subrequests = new Subrequests(requestsPerCall)
  const runtime = ManagedRuntime.make(serviceLayer({ ...options, storage }, platform(subrequests, concurrency)))
  const sellerkit = await openSellerkit(runtime, options.tokens)

  const due = Effect.gen(function* () {
    const { drainUntil } = yield* DispatcherOnCall
    subrequests.begin()
    yield* Effect.repeat(Resends.step, { times: resendSteps - 1 })
    yield* drainUntil(Effect.raceFirst(Effect.sleep(longest), subrequests.enough))
    yield* Retention.removeSome
  })

  return {
    use: (work) =>
      runtime.runPromise(during(Effect.tryPromise({ try: () => work(sellerkit), catch: (error) => error }))),
    ring: () => runtime.runPromise(Effect.asVoid(during(due)))
  }
}
