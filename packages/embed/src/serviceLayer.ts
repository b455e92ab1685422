/** The service in a process of the host's, as the host has decided that it should be, on whatever platform it runs. */
import {
  AddressPolicy,
  Catalog,
  defaultLimits,
  defaultRetentionPeriods,
  Limits,
  OwnRateBudgets,
  type PublicKeyInvalid,
  publishedCatalog,
  RecordKind,
  RetentionPeriods,
  type RevokedTokens,
  SecretVault,
  servicesLayer,
  type StorageError,
  type Tokens,
  type Transport
} from "@sellerkit/core"
import { type DocsPage, WebApi } from "@sellerkit/core/http"
import { Duration, Effect, Layer } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { RateLimiter } from "effect/persistence"
import { type CheckedOptions, checkOptions, type Options } from "./CheckedOptions.ts"
import { logLayer } from "./LogEntry.ts"

/** What goes on over the domain's services without being asked. */
type Background<A> = Layer.Layer<A, StorageError, Domain>

/** Decided by where the service runs. */
export interface Platform<A> {
  readonly transport: Layer.Layer<Transport>
  readonly tokens: Layer.Layer<Tokens, PublicKeyInvalid, RevokedTokens>
  readonly background: Background<A>
  readonly docsPage: Layer.Layer<DocsPage>
}

export const retentionPeriods = ({ retention = {} }: Pick<Options, "retention">): RetentionPeriods => {
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
    Layer.succeed(RetentionPeriods, retentionPeriods(options)),
    logLayer(options.log)
  )

/** A storage with rate budgets of its own, which all processes over it share, has them counted there. */
const storageLayer = ({ storage }: Options) => Layer.merge(OwnRateBudgets.layer, storage)

const foundationLayer = (
  options: Options,
  { allowed, keys }: CheckedOptions,
  { tokens, transport }: Pick<Platform<never>, "tokens" | "transport">
) =>
  Layer.mergeAll(
    Layer.provide(transport, Layer.succeed(AddressPolicy, { allowed })),
    RateLimiter.layer,
    tokens,
    SecretVault.layer(keys),
    Mac.layerWebCrypto
  ).pipe(Layer.provideMerge(storageLayer(options)), Layer.provideMerge(SecureRandom.layerWebCrypto))

type Domain = Layer.Success<ReturnType<typeof foundationLayer>> | Layer.Success<typeof servicesLayer>

/** `platformOf` is asked once the options are known to be right. */
export const serviceLayer = <A>(options: Options, platformOf: (given: CheckedOptions) => Platform<A>) =>
  Layer.unwrap(
    Effect.map(checkOptions(options), (given) => {
      const platform = platformOf(given)
      return Layer.merge(Layer.provide(WebApi.layer, platform.docsPage), platform.background).pipe(
        Layer.provideMerge(servicesLayer),
        Layer.provideMerge(foundationLayer(options, given, platform)),
        Layer.provideMerge(decisionsLayer(options))
      )
    })
  )
