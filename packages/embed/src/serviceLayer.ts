/** The service in a process of the host's, as the host has decided that it should be. */
import {
  AddressPolicy,
  Catalog,
  defaultLimits,
  defaultRetentionPeriods,
  type EventScope,
  hostCallersLayer,
  type JwtKey,
  JwtTokens,
  KeySetUnavailable,
  Limits,
  makeSecretKey,
  noTokensLayer,
  OperationsWebhook,
  publishedCatalog,
  RecordKind,
  Resends,
  Retention,
  RetentionPeriods,
  type SecretKey,
  SecretKeyId,
  secretKeyLength,
  SecretVault,
  servicesLayer,
  WebhookUrl
} from "@sellerkit/core"
import { Dispatcher } from "@sellerkit/core/delivery"
import { WebApi } from "@sellerkit/core/http"
import { NodeTransport } from "@sellerkit/transport-node"
import { Duration, Effect, Layer, Logger, Option, Redacted, Result, Schema } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { IpNetwork } from "effect/net"
import { RateLimiter } from "effect/persistence"
import { toLogger } from "./LogEntry.ts"
import { OptionsInvalid } from "./OptionsInvalid.ts"
import type { OperationsReceiverOption, SecretKeyOption, SellerkitOptions, TokenKey } from "./SellerkitOptions.ts"

type Options = SellerkitOptions<ReadonlyArray<EventScope>>

// As the service that stands alone asks for.
const shortestSecret = 32

const longSecret = (option: string, secret: string): Effect.Effect<Redacted.Redacted, OptionsInvalid> =>
  secret.length < shortestSecret
    ? Effect.fail(new OptionsInvalid({ option, problem: `has less than ${shortestSecret} characters` }))
    : Effect.succeed(Redacted.make(secret))

const jwtKey = (key: TokenKey): Effect.Effect<JwtKey, OptionsInvalid> => {
  if ("secret" in key) {
    return Effect.map(longSecret("tokens.secret", key.secret), (secret) => ({ kind: "secret", secret }))
  }
  if ("publicKey" in key) return Effect.succeed({ kind: "publicKey", pem: key.publicKey, algorithm: key.algorithm })
  const { keySet } = key
  return Effect.succeed({
    kind: "keySet",
    load: Effect.tryPromise({ try: () => keySet(), catch: (cause) => new KeySetUnavailable({ cause }) })
  })
}

/** What is wrong names nothing of the key. */
const secretKey = ({ id, key }: SecretKeyOption, index: number): Effect.Effect<SecretKey, OptionsInvalid> => {
  const option = `secretKeys[${index}]`
  const known = Schema.decodeUnknownOption(SecretKeyId)(id)
  if (Option.isNone(known)) {
    const problem = "has an id that is not 1 to 32 letters, digits, dashes or underscores"
    return Effect.fail(new OptionsInvalid({ option, problem }))
  }
  return Effect.mapError(
    makeSecretKey(known.value, key),
    () => new OptionsInvalid({ option, problem: `has a key of ${key.length} bytes instead of ${secretKeyLength}` })
  )
}

const network = (text: string, index: number): Effect.Effect<IpNetwork.IpNetwork, OptionsInvalid> => {
  const found = IpNetwork.fromString(text)
  return Result.isSuccess(found)
    ? Effect.succeed(found.success)
    : Effect.fail(
        new OptionsInvalid({ option: `allowedNetworks[${index}]`, problem: `is ${text}; expected one like 10.0.0.0/8` })
      )
}

/** The URL may carry what is nobody else's business: it is not repeated. */
const operationsReceiver = Effect.fnUntraced(function* ({ secret, url }: OperationsReceiverOption) {
  if (!Schema.is(WebhookUrl)(url)) {
    const problem = "is no URL of a receiver; expected one like https://host.example/webhooks"
    return yield* new OptionsInvalid({ option: "operations.url", problem })
  }
  return { url, secret: yield* longSecret("operations.secret", secret) }
})

/** Before anything is opened. */
const checked = ({ allowedNetworks = [], operations, secretKeys = [], tokens }: Options) =>
  Effect.all({
    allowed: Effect.forEach(allowedNetworks, network),
    keys: Effect.forEach(secretKeys, secretKey),
    operations: operations === undefined ? Effect.undefined : operationsReceiver(operations),
    tokenKey: tokens === undefined ? Effect.undefined : jwtKey(tokens)
  })
type Checked = Effect.Success<ReturnType<typeof checked>>

const transportLayer = ({ allowed }: Checked) =>
  NodeTransport.layer().pipe(Layer.provide(Layer.succeed(AddressPolicy, { allowed })))

const tokensLayer = ({ tokenKey }: Checked) =>
  hostCallersLayer(tokenKey === undefined ? noTokensLayer : JwtTokens.layer(tokenKey))

const periods = ({ retention = {} }: Options): RetentionPeriods => {
  const chosen = { ...defaultRetentionPeriods }
  for (const kind of RecordKind.literals) {
    const period = retention[kind]
    if (period !== undefined) chosen[kind] = Duration.fromInputUnsafe(period)
  }
  return chosen
}

/** What the host replaces wherever it is asked for. */
const decisionsLayer = (options: Options) =>
  Layer.mergeAll(
    Layer.succeed(Catalog, options.catalog ?? publishedCatalog),
    Layer.succeed(Limits, { ...defaultLimits, ...options.limits }),
    Layer.succeed(RetentionPeriods, periods(options)),
    options.log === undefined ? Layer.empty : Logger.layer([toLogger(options.log)])
  )

/** What goes on without being asked. */
const backgroundLayer = ({ dispatcher = true }: Options, { operations }: Checked) =>
  dispatcher
    ? Layer.mergeAll(Dispatcher.layer, OperationsWebhook.layer(operations), Resends.runner, Retention.layer)
    : Layer.empty

/** A storage with rate budgets of its own, which all processes over it share, has them counted there. */
const storageLayer = ({ storage }: Options) => Layer.merge(RateLimiter.layerStoreMemory, storage)

const layersOf = (options: Options, given: Checked) =>
  Layer.merge(WebApi.layer, backgroundLayer(options, given)).pipe(
    Layer.provideMerge(servicesLayer),
    Layer.provideMerge(
      Layer.mergeAll(
        transportLayer(given),
        RateLimiter.layer,
        tokensLayer(given),
        SecretVault.layer(given.keys),
        Mac.layerWebCrypto
      )
    ),
    Layer.provideMerge(storageLayer(options)),
    Layer.provideMerge(SecureRandom.layerWebCrypto),
    Layer.provideMerge(decisionsLayer(options))
  )

export const serviceLayer = (options: Options) =>
  Layer.unwrap(Effect.map(checked(options), (given) => layersOf(options, given)))
