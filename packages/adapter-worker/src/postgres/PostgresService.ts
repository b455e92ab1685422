/** A whole service whose connections are scoped to a request or to a call of a cron trigger. */
import { type EventScope } from "@sellerkit/core"
import { makeBackgroundPass } from "@sellerkit/core/service"
import {
  acceptedTokensLayer,
  checkOptions,
  openSellerkit,
  type Sellerkit,
  serviceLayer
} from "@sellerkit/embed/portable"
import { Effect, ManagedRuntime } from "effect"
import { boundedDelivery, openConnections } from "../boundedDelivery.ts"
import { platformCompression } from "../platformCompression.ts"
import { servedDocsPageLayer } from "../servedDocsPage.ts"
import { type AnyPostgresOptions, ofPostgresWorkers } from "./PostgresOptions.ts"

// One is the database's.
const usualConcurrency = openConnections - 1

// our choice: a cron trigger rings once a minute, and what is left then is for the next call.
const longest = "50 seconds"

// our choice: a resend takes a step a second, so that time is what ends it.
const steps = 60

// our choice: as long as a resend pauses between two steps.
const patience = "1 second"

export interface PostgresService {
  /** Work over the service, with connections until it ends. */
  use<A>(work: (sellerkit: Sellerkit<ReadonlyArray<EventScope>>) => Promise<A>): Promise<A>
  /** Does the background work that is due. */
  ring(): Promise<void>
}

export const openPostgresService = async (options: AnyPostgresOptions): Promise<PostgresService> => {
  const { concurrency = usualConcurrency, requestsPerCall } = options
  const { during, layer: storage } = options.storage()
  const { deliver, dispatcher, transport } = boundedDelivery({
    concurrency,
    // One lane is left for other accounts while an account's receivers hang.
    lanesPerAccount: Math.max(1, concurrency - 1),
    requests: requestsPerCall,
    within: longest
  })
  const given = await Effect.runPromise(checkOptions({ ...options, storage }, ofPostgresWorkers))
  const runtime = ManagedRuntime.make(
    serviceLayer(given, {
      transport,
      tokens: acceptedTokensLayer(given),
      background: dispatcher,
      compression: platformCompression,
      docsPage: servedDocsPageLayer
    })
  )
  const sellerkit = await openSellerkit(runtime)

  const { run } = makeBackgroundPass({ deliver, steps, within: longest, patience })

  return {
    use: (work) =>
      runtime.runPromise(during(Effect.tryPromise({ try: () => work(sellerkit), catch: (error) => error }))),
    ring: () => runtime.runPromise(during(run))
  }
}
