/** Sellerkit as an object with promises, over a service on whatever platform. */
import {
  Category,
  Events,
  type EventScope,
  JwtTokens,
  type PublishedEvent,
  RevokedTokens,
  SellerId,
  ServiceId,
  TokenType
} from "@sellerkit/core"
import { WebApi } from "@sellerkit/core/http"
import { DateTime, Duration, Effect, type ManagedRuntime, Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import type { CatalogEvent, EventFields } from "./CatalogEvent.ts"
import { type EventRecord, fates } from "./EventRecord.ts"
import { decodeInput } from "./InputInvalid.ts"
import { health, type MonitoredWebhookRecord } from "./MonitoredWebhookRecord.ts"
import type { Asked } from "./Run.ts"
import { reencryptSecrets, type SecretsReencrypted } from "./SecretsReencrypted.ts"
import { decodeSeller, type Seller } from "./Seller.ts"
import type { TokenKey } from "./SellerkitOptions.ts"
import { SellerkitClosed } from "./SellerkitClosed.ts"
import { makeResends, type SellerkitResends } from "./SellerkitResends.ts"
import { makeWebhooks, type SellerkitWebhooks } from "./SellerkitWebhooks.ts"
import { TokensMadeElsewhere } from "./TokensMadeElsewhere.ts"

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
  /** 180 days, when absent. */
  readonly lifetime?: Duration.Input | undefined
}

export interface Sellerkit<Scopes extends ReadonlyArray<EventScope>> {
  /** Answers web requests, all of them: for servers that take a function like this. */
  readonly handler: WebApi["Service"]["handler"]
  /** The same, but undefined for requests that are none of the API's: what adapters mount. */
  readonly route: WebApi["Service"]["route"]
  /**
   * All of the events are taken, durably, or none is. Rejects with `EventsRejected`, which lists all that is wrong with them,
   * or with `IdempotencyConflict`.
   */
  publish(seller: Seller, events: ReadonlyArray<CatalogEvent<Scopes>>): Promise<ReadonlyArray<PublishedEvent>>
  readonly webhooks: SellerkitWebhooks
  /** What became of an event at each of its webhooks, and every attempt so far. Rejects with `EventNotFound`. */
  fates(seller: Seller, eventId: string): Promise<EventRecord>
  /** All webhooks of the seller and its services, the oldest first: whether what is sent arrives, and what waits. */
  health(seller: Seller): Promise<ReadonlyArray<MonitoredWebhookRecord>>
  /** Sends events again. */
  readonly resends: SellerkitResends
  /**
   * Encrypts the stored secrets of all webhooks with the newest of `secretKeys`: once none is left under an older key, that can
   * be taken out. Repeating it does no harm. Rejects with `NoSecretKey` where there is none.
   */
  reencryptSecrets(): Promise<SecretsReencrypted>
  /** Makes an API token, where `tokens` has the secret for it. */
  issueToken(request: TokenRequest): Promise<{ readonly token: string; readonly tokenId: string }>
  /** The token stops counting at once. */
  revokeToken(tokenId: string): Promise<void>
  /** Finishes what is being sent, and closes the storage. Repeating it does no harm. Stop the host's server first. */
  close(): Promise<void>
}

const decodeGrant = decodeInput(
  Schema.Struct({
    sellerId: SellerId,
    serviceId: Schema.optional(ServiceId),
    type: Schema.optional(TokenType),
    categories: Schema.Array(Category).pipe(Schema.withDecodingDefault(Effect.succeed(Category.literals))),
    readOnly: Schema.Boolean.pipe(Schema.withDecodingDefault(Effect.succeed(false))),
    sandbox: Schema.Boolean.pipe(Schema.withDecodingDefault(Effect.succeed(false))),
    userId: Schema.optional(Schema.Int)
  }),
  "token"
)

// As the service that stands alone does.
const usualLifetime = Duration.days(180)
const revocationLifetime = Duration.days(10 * 366)

/** An event of any catalog. */
interface GivenEvent extends EventFields {
  readonly scope: string
  readonly type: string
  readonly payload: unknown
}

const publish = Effect.fnUntraced(function* (seller: Seller, events: ReadonlyArray<GivenEvent>) {
  const account = yield* decodeSeller(seller)
  return yield* (yield* Events).publish(
    account,
    events.map(({ idempotencyKey, time, ...event }) => ({
      ...event,
      ...(time === undefined ? undefined : { time: DateTime.fromDateUnsafe(time) }),
      ...(idempotencyKey === undefined ? undefined : { idempotencyKey })
    }))
  )
})

export const issueToken = Effect.fnUntraced(function* (key: TokenKey | undefined, request: TokenRequest) {
  if (key === undefined || !("secret" in key)) return yield* new TokensMadeElsewhere()
  const { serviceId, type = serviceId === undefined ? "base" : "service", ...grant } = yield* decodeGrant(request)
  const tokenId = yield* (yield* SecureRandom.SecureRandom).uuidV4()
  const lifetime = request.lifetime === undefined ? usualLifetime : Duration.fromInputUnsafe(request.lifetime)
  const token = yield* JwtTokens.issue(Redacted.make(key.secret), { ...grant, serviceId, type, tokenId }, lifetime)
  return { token: Redacted.value(token), tokenId }
})

const revoke = Effect.fnUntraced(function* (tokenId: string) {
  const revoked = yield* RevokedTokens
  yield* revoked.revoke(tokenId, DateTime.addDuration(yield* DateTime.now, revocationLifetime))
})

/** What its methods ask of the service. */
type Needed = Asked | RevokedTokens | SecureRandom.SecureRandom | WebApi

export const openSellerkit = async <Scopes extends ReadonlyArray<EventScope>, E>(
  runtime: ManagedRuntime.ManagedRuntime<Needed, E>,
  tokenKey: TokenKey | undefined
): Promise<Sellerkit<Scopes>> => {
  const { handler, route } = await runtime.runPromise(WebApi)
  let closing: Promise<void> | undefined
  const run = <A, E2>(effect: Effect.Effect<A, E2, Needed>): Promise<A> =>
    closing === undefined ? runtime.runPromise(effect) : Promise.reject(new SellerkitClosed())
  return {
    handler,
    route,
    publish: (seller, events) => run(publish(seller, events as ReadonlyArray<GivenEvent>)),
    webhooks: makeWebhooks(run),
    fates: (seller, eventId) => run(fates(seller, eventId)),
    health: (seller) => run(health(seller)),
    resends: makeResends(run),
    reencryptSecrets: () => run(reencryptSecrets),
    issueToken: (request) => run(issueToken(tokenKey, request)),
    revokeToken: (tokenId) => run(revoke(tokenId)),
    close: () => (closing ??= runtime.dispose())
  }
}
