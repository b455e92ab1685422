/** Sellerkit as an object with promises, over a service on whatever platform. */
import {
  type Category,
  type EventInput,
  type EventRecord,
  Events,
  type EventScope,
  type PublishedEvent,
  TimeFromDate,
  TokenId,
  TokenIssuer,
  TokenRequest as TokenRequestInput,
  type TokenType
} from "@sellerkit/core"
import { WebApi } from "@sellerkit/core/http"
import { tokenOperations } from "@sellerkit/core/operator"
import { Cause, Duration, Effect, Exit, type ManagedRuntime, Redacted, Schema } from "effect"
import type { CatalogEvent } from "./CatalogEvent.ts"
import { fates } from "./methods/fates.ts"
import { decodeInput } from "./InputInvalid.ts"
import { health, type MonitoredWebhookRecord } from "./methods/MonitoredWebhookRecord.ts"
import { OpenCalls } from "./OpenCalls.ts"
import type { Asked, Run } from "./Run.ts"
import { reencryptSecrets, type SecretsReencrypted } from "./methods/SecretsReencrypted.ts"
import { decodeSeller, type Seller } from "./Seller.ts"
import { SellerkitClosed } from "./SellerkitClosed.ts"
import { makeCampaigns, type SellerkitCampaigns } from "./methods/SellerkitCampaigns.ts"
import { makeFunds, type SellerkitFunds } from "./methods/SellerkitFunds.ts"
import { makeReports, type SellerkitReports } from "./methods/SellerkitReports.ts"
import { makeMediaCampaigns, type SellerkitMediaCampaigns } from "./methods/SellerkitMediaCampaigns.ts"
import { makeProducts, type SellerkitProducts } from "./methods/SellerkitProducts.ts"
import { makeResends, type SellerkitResends } from "./methods/SellerkitResends.ts"
import { makeRetries, type SellerkitRetries } from "./methods/SellerkitRetries.ts"
import { makeWebhooks, type SellerkitWebhooks } from "./methods/SellerkitWebhooks.ts"

export interface TokenRequest {
  readonly sellerId: string
  /** The integrated service that it is for; for the seller itself, when absent. */
  readonly serviceId?: string | undefined
  /** `service` where there is a service, and `base` otherwise, when absent. */
  readonly type?: TokenType | undefined
  /** All of them, when absent. */
  readonly categories?: ReadonlyArray<Category> | undefined
  readonly readOnly?: boolean | undefined
  readonly sandbox?: boolean | undefined
  readonly userId?: number | undefined
  /** How long it counts, from 1 second to 366 days; a number is milliseconds. 180 days, when absent. */
  readonly lifetime?: Duration.Input | undefined
}

/** Every method but `close` rejects with `SellerkitClosed` after it. */
export interface Sellerkit<Scopes extends ReadonlyArray<EventScope>> {
  /** Answers web requests, all of them: for servers that take a function like this. */
  readonly handler: WebApi["Service"]["handler"]
  /** The same, but undefined for requests that are not for the API. Adapters mount this. */
  readonly route: WebApi["Service"]["route"]
  /**
   * Takes all of the events, durably, or none. Rejects with `EventsRejected`, which lists all that is wrong with them by the
   * catalog, or with `IdempotencyConflict`, `InputInvalid` or `StorageError`.
   */
  publish(seller: Seller, events: ReadonlyArray<CatalogEvent<Scopes>>): Promise<ReadonlyArray<PublishedEvent>>
  readonly webhooks: SellerkitWebhooks<Scopes>
  /** What became of an event at each of its webhooks, and every attempt so far. Rejects with `EventNotFound`. */
  fates(seller: Seller, eventId: string): Promise<EventRecord>
  /** All webhooks of the seller and its services, the oldest first: whether what is sent arrives, and what waits. */
  health(seller: Seller): Promise<ReadonlyArray<MonitoredWebhookRecord>>
  /** Sends events again. */
  readonly resends: SellerkitResends
  /** When what failed is tried again. */
  readonly retries: SellerkitRetries
  /** What campaigns may carry. */
  readonly products: SellerkitProducts
  /** Campaigns that sellers made elsewhere, and what came of all of them. */
  readonly campaigns: SellerkitCampaigns
  /** Banners that the host puts in, and what came of them. */
  readonly mediaCampaigns: SellerkitMediaCampaigns
  /** Supplies, stocks, orders, sales and what they came to. */
  readonly reports: SellerkitReports
  /** The money of sellers. */
  readonly funds: SellerkitFunds
  /**
   * Encrypts the stored secrets of all webhooks with the newest of `secretKeys`: once no secret is left under an older key, that
   * key can be taken out. Repeating it does no harm. Rejects with `NoSecretKey` where there is none.
   */
  reencryptSecrets(): Promise<SecretsReencrypted>
  /** Makes an API token. Rejects with `TokensMadeElsewhere` where `tokens` has no secret for it, or with `InputInvalid`. */
  issueToken(request: TokenRequest): Promise<{ readonly token: string; readonly tokenId: string }>
  /** The token stops counting at once. Rejects with `InputInvalid` or `StorageError`. */
  revokeToken(tokenId: string): Promise<void>
  /**
   * Lets calls and requests that are under way end, for up to 5 seconds, finishes what is being sent, and closes the storage. Repeating
   * it does no harm. Stop the host's server first. A method that takes longer rejects with `SellerkitClosed`, as `handler` and `route` do, and
   * may have done what it was to do.
   */
  close(): Promise<void>
}

/** Events of any catalog. `Events` checks whether the catalog has them, and what they carry. */
const decodeEvents = decodeInput(
  Schema.Array(
    Schema.Struct({
      scope: Schema.String,
      type: Schema.String,
      payload: Schema.optionalKey(Schema.Unknown),
      time: Schema.optional(TimeFromDate),
      idempotencyKey: Schema.optional(Schema.String)
    })
  ),
  "events"
)

// An unknown name is refused: without what it was meant to say, the token could do more.
const decodeTokenRequest = decodeInput(TokenRequestInput, "token", { onExcessProperty: "error" })

const decodeTokenId = decodeInput(TokenId, "tokenId")

const publish = Effect.fnUntraced(function* (seller: unknown, events: unknown) {
  const account = yield* decodeSeller(seller)
  const given = yield* decodeEvents(events)
  return yield* (yield* Events).publish(
    account,
    given.map(({ idempotencyKey, payload, scope, time, type }): EventInput => ({
      scope,
      type,
      payload,
      ...(time === undefined ? undefined : { time }),
      ...(idempotencyKey === undefined ? undefined : { idempotencyKey })
    }))
  )
})

export const issueToken = Effect.fnUntraced(function* (request: unknown) {
  const { token, tokenId } = yield* (yield* TokenIssuer).issue(yield* decodeTokenRequest(request))
  return { token: Redacted.value(token), tokenId }
})

const revokeToken = Effect.fnUntraced(function* (given: unknown) {
  const tokenId = yield* decodeTokenId(given)
  yield* (yield* tokenOperations).revoke({ params: { tokenId } })
})

/** All methods but `close`, and those that answer requests. */
export type SellerkitMethods<Scopes extends ReadonlyArray<EventScope>> = Omit<
  Sellerkit<Scopes>,
  "close" | "handler" | "route"
>

/** Methods for any catalog: whether it has such events is checked as they come. */
export const makeMethods = (run: Run): SellerkitMethods<ReadonlyArray<EventScope>> => ({
  publish: (seller, events) => run(publish(seller, events)),
  webhooks: makeWebhooks(run),
  fates: (seller, eventId) => run(fates(seller, eventId)),
  health: (seller) => run(health(seller)),
  resends: makeResends(run),
  retries: makeRetries(run),
  products: makeProducts(run),
  campaigns: makeCampaigns(run),
  mediaCampaigns: makeMediaCampaigns(run),
  reports: makeReports(run),
  funds: makeFunds(run),
  reencryptSecrets: () => run(reencryptSecrets),
  issueToken: (request) => run(issueToken(request)),
  revokeToken: (tokenId) => run(revokeToken(tokenId))
})

// our choice: calls that take longer are broken off, and may have done what they were to do.
const callsWithin = Duration.seconds(5)

export const openSellerkit = async <Scopes extends ReadonlyArray<EventScope>, E>(
  runtime: ManagedRuntime.ManagedRuntime<Asked | WebApi, E>
): Promise<Sellerkit<Scopes>> => {
  const { handler, route } = await runtime.runPromise(WebApi)
  const calls = new OpenCalls()
  const run: Run = async (effect) => {
    const exit = await calls.add(() => runtime.runPromiseExit(effect))
    if (Exit.isSuccess(exit)) return exit.value
    throw calls.isClosed && Cause.hasInterruptsOnly(exit.cause) ? new SellerkitClosed() : Cause.squash(exit.cause)
  }
  const close = async (): Promise<void> => {
    await runtime.runPromise(
      Effect.timeoutOption(
        Effect.promise(() => calls.close()),
        callsWithin
      )
    )
    await runtime.dispose()
  }
  let closing: Promise<void> | undefined
  return {
    handler: (...given) => run(Effect.promise(async () => handler(...given))),
    route: (...given) => run(Effect.promise(async () => route(...given))),
    ...makeMethods(run),
    close: () => (closing ??= close())
  }
}
