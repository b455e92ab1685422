/** Acts for a seller: calls the seller API with the token that is given, or with one that it gets with the operator key. */
import { Category, type ServiceId, type WebhookId } from "@sellerkit/core"
import { Client } from "@sellerkit/core/client"
import { Duration, Effect, Option, Redacted } from "effect"
import type { HttpClient } from "effect/http"
import { CommandFailed } from "../CommandFailed.ts"
import type { AsJson } from "../output/Output.ts"
import { accountOf, type Connection, type GivenAccount, keyIfAny } from "./connection.ts"
import { explained } from "./explained.ts"
import { operatorClient } from "./OperatorClient.ts"
import type { ServiceUnavailable } from "./ServiceUnavailable.ts"
import { categoriesOf } from "./tokenCategories.ts"

export interface SellerConnection extends Connection, GivenAccount {
  readonly token: Option.Option<Redacted.Redacted>
}

/** The input of every command that acts for a seller. */
export interface SellerInput extends SellerConnection {
  readonly json: AsJson
}

type Calling<A> = Effect.Effect<A, CommandFailed | ServiceUnavailable, HttpClient.HttpClient>

/** Calls operations of the seller API by their names. Failures say in words what is wrong. */
export interface SellerOperations {
  <A>(
    use: (api: Client.SellerClient) => Effect.Effect<A, unknown>
  ): Effect.Effect<A, CommandFailed | ServiceUnavailable>
}

interface OwnedWebhook {
  readonly id: WebhookId
  readonly name: string
  readonly url: string
  /** The service of the seller that owns it; null where the seller itself does, or where a token leaves no choice. */
  readonly serviceId: ServiceId | null
}

export interface SellerAccess {
  /** The categories of the token; none where they are not known. */
  readonly categories: Option.Option<ReadonlyArray<Category>>
  /** All webhooks that can be reached. */
  readonly webhooks: Calling<ReadonlyArray<OwnedWebhook>>
  /** As the seller, or as one of its services. A token that is made for this lives for some minutes. */
  readonly as: (serviceId: ServiceId | null) => Calling<SellerOperations>
}

// our choice: longer than any budget of a few calls per second takes, and short for a person who waits.
const patience = Duration.seconds(5)

const operationsWith = Effect.fnUntraced(function* (url: string, token: Redacted.Redacted) {
  // A person sees a failure at once, and may call again.
  const api = yield* Client.make({ baseUrl: url, token, patience, retries: 0 })
  const inWords = explained(url)
  const operations: SellerOperations = (use) => inWords(use(api))
  return operations
})

const failed = (message: string) => Effect.fail(new CommandFailed({ message }))

/** A token goes into a header as it is. */
const readToken = (given: Redacted.Redacted) => {
  const text = Redacted.value(given).trim()
  return /^[\x21-\x7E]+( [\x21-\x7E]+)?$/.test(text)
    ? Effect.succeed(Redacted.make(text, { label: "token" }))
    : failed("--token, or SELLERKIT_TOKEN, holds no API token")
}

const byToken = Effect.fnUntraced(function* (given: Redacted.Redacted, { sandbox, seller, url }: SellerConnection) {
  if (sandbox || Option.isSome(seller)) {
    return yield* failed(
      "The API token says whose account it is: leave out --seller and --sandbox, or --token and SELLERKIT_TOKEN"
    )
  }
  const token = yield* readToken(given)
  const as = () => operationsWith(url, token)
  const webhooks = Effect.gen(function* () {
    const { webhooks } = yield* (yield* as())((api) => api.webhooks.list({ query: {} }))
    return webhooks.map(({ id, name, url }): OwnedWebhook => ({ id, name, url, serviceId: null }))
  })
  const access: SellerAccess = { categories: categoriesOf(token), webhooks, as }
  return access
})

// our choice: longer than the calls of any command take, and short for a token that may be left behind.
const tokenLifetime = Duration.minutes(5)

const byOperatorKey = Effect.fnUntraced(function* (connection: SellerConnection) {
  if (Option.isNone(yield* keyIfAny(connection))) {
    return yield* failed(
      "Give an API token of the seller with SELLERKIT_TOKEN, or the operator key with SELLERKIT_OPERATOR_KEY"
    )
  }
  const { sandbox, sellerId } = yield* accountOf(connection)
  const operator = yield* operatorClient(connection)
  const grant = {
    sellerId,
    sandbox,
    categories: Category.literals,
    readOnly: false,
    expiresIn: Duration.toSeconds(tokenLifetime)
  }
  const webhooks = Effect.map(
    operator((api) => api.webhooks.list({ params: { sellerId }, query: { sandbox } })),
    ({ webhooks }): ReadonlyArray<OwnedWebhook> => webhooks
  )
  const as = Effect.fnUntraced(function* (serviceId: ServiceId | null) {
    const payload = serviceId === null ? grant : { ...grant, serviceId }
    const { token } = yield* operator((api) =>
      Effect.catchTag(api.tokens.create({ query: {}, payload }), "Conflict", ({ detail }) =>
        failed(`${detail}. Give an API token of the seller with SELLERKIT_TOKEN.`)
      )
    )
    return yield* operationsWith(connection.url, token)
  })
  const access: SellerAccess = { categories: Option.some(Category.literals), webhooks, as }
  return access
})

export const sellerAccess = (connection: SellerConnection) =>
  Option.match(connection.token, {
    onNone: () => byOperatorKey(connection),
    onSome: (token) => byToken(token, connection)
  })
