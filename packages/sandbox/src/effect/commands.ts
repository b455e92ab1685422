/** The commands of a sandbox: tokens, webhooks and publications that a test makes. */
import {
  actorOf,
  Category,
  Events,
  type EventsRejected,
  type IdempotencyConflict,
  ServiceId,
  type StorageError,
  TokenIssuer,
  TokenRequest,
  type TokenType,
  Webhooks,
  WebhookUrl
} from "@sellerkit/core"
import { Data, DateTime, type Duration, Effect, Redacted, Schema } from "effect"
import type { MadeUpEvents, SandboxEvent } from "../data/MadeUpEvents.ts"
import { SimulatedTime } from "../time/SimulatedTime.ts"
import type { AccountOf, AccountOptions } from "./AccountOptions.ts"

export interface TokenOptions extends AccountOptions {
  /** `service` where a service is named, and `base` otherwise. */
  readonly type?: TokenType
  readonly serviceId?: string
  /** All of them when absent. */
  readonly categories?: ReadonlyArray<Category>
  readonly readOnly?: boolean
  readonly userId?: number
  /** How long it counts, from 1 second to 366 days; a number is milliseconds. 180 days when absent. */
  readonly lifetime?: Duration.Input
}

export interface WebhookOptions extends AccountOptions {
  /** The integrated service that owns it; the seller itself when absent. */
  readonly serviceId?: string
  readonly name?: string
  /** When absent: the URL of the sandbox's receiver. */
  readonly url?: string
  readonly enabled?: boolean
  /** Event types; all of them when absent. */
  readonly subscriptions?: ReadonlyArray<string | { readonly scope: string; readonly event: string }>
}

export interface CreatedWebhook {
  readonly id: string
  readonly url: string
  /** What its notifications carry, and are signed with. */
  readonly secret: string
}

/** Why a webhook cannot be made. */
export class WebhookRefused extends Data.TaggedError("WebhookRefused")<{ readonly reason: string }> {
  override get message() {
    return `The webhook cannot be created: ${this.reason}`
  }
}

/** Why a token cannot be made. */
export class TokenRefused extends Data.TaggedError("TokenRefused")<{ readonly reason: string }> {
  override get message() {
    return `The token cannot be made: ${this.reason}`
  }
}

export type PublicationRefused = EventsRejected | IdempotencyConflict | StorageError

const decodeTokenRequest = Schema.decodeUnknownEffect(TokenRequest, { errors: "all", onExcessProperty: "error" })
const decodeUrl = Schema.decodeUnknownEffect(WebhookUrl)
const decodeServiceId = Schema.decodeUnknownSync(ServiceId)

const tokenRefused = ({ message }: Error) => new TokenRefused({ reason: message })
const refused = ({ message }: Error) => new WebhookRefused({ reason: message })

export const makeToken = Effect.fnUntraced(function* (accountOf: AccountOf) {
  const issuer = yield* TokenIssuer
  return Effect.fnUntraced(function* (options: TokenOptions = {}) {
    const request = yield* Effect.mapError(decodeTokenRequest({ ...options, ...accountOf(options) }), tokenRefused)
    const { token } = yield* Effect.mapError(issuer.issue(request), tokenRefused)
    return Redacted.value(token)
  })
})

export const makeCreateWebhook = Effect.fnUntraced(function* (
  accountOf: AccountOf,
  madeUp: MadeUpEvents,
  usualUrl: string
) {
  const webhooks = yield* Webhooks
  const subscriptionOf = (given: string | { readonly scope: string; readonly event: string }) => {
    if (typeof given !== "string") return given
    const { scope, type } = madeUp.complete(given)
    return { scope, event: type }
  }
  const all = madeUp.types.map(({ scope, type }) => ({ scope, event: type }))
  return Effect.fnUntraced(function* (options: WebhookOptions = {}) {
    const { enabled = true, name = "Sandbox", serviceId, subscriptions = all, url = usualUrl } = options
    const owner = {
      ...accountOf(options),
      serviceId: serviceId === undefined ? null : decodeServiceId(serviceId)
    }
    const caller = {
      owner,
      tokenId: "sandbox",
      tokenType: serviceId === undefined ? "base" : "service",
      categories: Category.literals,
      readOnly: false
    } as const
    const accepted = yield* decodeUrl(url)
    const { secret, webhook } = yield* webhooks.create(actorOf(caller, undefined), {
      url: accepted,
      enabled,
      name,
      subscriptions: subscriptions.map(subscriptionOf)
    })
    return { id: webhook.id as string, url: webhook.url, secret: Redacted.value(secret) }
  }, Effect.mapError(refused))
})

export const makePublish = Effect.fnUntraced(function* (accountOf: AccountOf, madeUp: MadeUpEvents) {
  const events = yield* Events
  const { settled } = yield* SimulatedTime
  return Effect.fnUntraced(function* (account: AccountOptions, ...given: ReadonlyArray<string | SandboxEvent>) {
    const inputs = given.map((event) => {
      const { time, ...input } = madeUp.complete(event)
      return { ...input, ...(time !== undefined && { time: DateTime.makeUnsafe(time) }) }
    })
    const published = yield* events.publish(accountOf(account), inputs)
    yield* settled
    return published
  })
})
