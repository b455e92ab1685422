/** What a test does for the seller and for the marketplace: tokens, webhooks, publications. */
import {
  actorOf,
  Category,
  Events,
  type EventsRejected,
  type IdempotencyConflict,
  JwtTokens,
  ServiceId,
  type StorageError,
  type TokenType,
  Webhooks,
  WebhookUrl
} from "@sellerkit/core"
import { Data, DateTime, Duration, Effect, Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import type { MadeUpEvents, SandboxEvent } from "../data/MadeUpEvents.ts"
import { SimulatedTime } from "../time/SimulatedTime.ts"
import type { AccountOf, Whose } from "./Whose.ts"

export interface TokenOptions extends Whose {
  /** `service` where a service is named, and `base` otherwise. */
  readonly type?: TokenType
  readonly serviceId?: string
  /** All of them when absent. */
  readonly categories?: ReadonlyArray<Category>
  readonly readOnly?: boolean
  readonly userId?: number
  /** 180 days when absent. */
  readonly expiresIn?: Duration.Input
}

export interface WebhookOptions extends Whose {
  /** The integrated service that owns it; the seller itself when absent. */
  readonly serviceId?: string
  readonly name?: string
  /** That of the sandbox's receiver when absent. */
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

export type PublicationRefused = EventsRejected | IdempotencyConflict | StorageError

// The usual lifetime of seller API tokens.
const usualLifetime = Duration.days(180)

const decodeUrl = Schema.decodeUnknownEffect(WebhookUrl)
const decodeServiceId = Schema.decodeUnknownSync(ServiceId)

const refused = ({ message }: Error) => new WebhookRefused({ reason: message })

export const makeToken = Effect.fnUntraced(function* (accountOf: AccountOf, secret: Redacted.Redacted) {
  const random = yield* SecureRandom.SecureRandom
  return Effect.fnUntraced(function* (options: TokenOptions = {}) {
    const { categories = Category.literals, expiresIn = usualLifetime, readOnly = false, serviceId, userId } = options
    const grant = {
      ...accountOf(options),
      tokenId: yield* random.uuidV4(),
      type: options.type ?? (serviceId === undefined ? "base" : "service"),
      serviceId: serviceId === undefined ? undefined : decodeServiceId(serviceId),
      categories,
      readOnly,
      userId
    }
    return Redacted.value(yield* JwtTokens.issue(secret, grant, Duration.fromInputUnsafe(expiresIn)))
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
  return Effect.fnUntraced(function* (whose: Whose, ...given: ReadonlyArray<string | SandboxEvent>) {
    const inputs = given.map((event) => {
      const { time, ...input } = madeUp.complete(event)
      return { ...input, ...(time !== undefined && { time: DateTime.makeUnsafe(time) }) }
    })
    const published = yield* events.publish(accountOf(whose), inputs)
    yield* settled
    return published
  })
})
