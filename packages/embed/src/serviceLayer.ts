/** The service in a process of the host's, as the host has decided that it should be, on whatever platform it runs. */
import {
  AddressPolicy,
  Catalog,
  LifecyclePolicy,
  Limits,
  OwnRateBudgets,
  ownUrgentCalls,
  type PublicKeyInvalid,
  Records,
  ReportRefreshInterval,
  RetentionPeriods,
  RetrySchedule,
  RevokedTokens,
  SecretVault,
  type StorageError,
  type Tokens,
  type Transport
} from "@sellerkit/core"
import { AnswerLanguage, type DocsPage, WebApi } from "@sellerkit/core/http"
import type { AnswerForSeller } from "@sellerkit/core/operator"
import { sellerRoutes, servicesLayer } from "@sellerkit/core/service"
import { Layer } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import type { CheckedOptions } from "./options/CheckedOptions.ts"
import { logLayer } from "./LogEntry.ts"
import { sourcesLayer } from "./options/Sources.ts"
import { tokenIssuerLayer } from "./tokenIssuerLayer.ts"

/** Work over the domain's services that no request asks for. */
type Background<A> = Layer.Layer<A, StorageError, Domain>

/** Decided by where the service runs. */
export interface Platform<A> {
  readonly transport: Layer.Layer<Transport>
  readonly tokens: Layer.Layer<Tokens, PublicKeyInvalid, RevokedTokens>
  readonly background: Background<A>
  /** What answers are compressed with (`Compression`). */
  readonly compression: Layer.Layer<never>
  readonly docsPage: Layer.Layer<DocsPage>
  /** Where each seller's data is in a place of its own, for the operator interface. */
  readonly answerForSeller?: AnswerForSeller
}

/** The host's decisions, which replace the usual ones wherever they are asked for. */
const decisionsLayer = ({
  catalog,
  language,
  lifecycle,
  limits,
  log,
  reportRefresh,
  retention,
  retries,
  sources
}: CheckedOptions) =>
  Layer.mergeAll(
    Layer.succeed(Catalog, catalog),
    Layer.succeed(Limits, limits),
    Layer.succeed(AnswerLanguage, language),
    Layer.succeed(LifecyclePolicy, lifecycle),
    Layer.succeed(RetentionPeriods, retention),
    Layer.succeed(RetrySchedule, retries),
    Layer.succeed(ReportRefreshInterval, reportRefresh),
    sourcesLayer(sources),
    logLayer(log)
  )

/** Rate budgets are counted in the storage if it has a place for them, which all processes over it share. */
const storageLayer = ({ storage }: CheckedOptions) => Layer.merge(OwnRateBudgets.layer, storage)

const foundationLayer = (given: CheckedOptions, { tokens, transport }: Pick<Platform<never>, "tokens" | "transport">) =>
  Layer.mergeAll(
    Layer.provide(transport, Layer.succeed(AddressPolicy, { allowed: given.allowed })),
    Layer.provide(tokens, Layer.provide(RevokedTokens.layer, Records.layer)),
    tokenIssuerLayer(given),
    SecretVault.layer(given.keys),
    Mac.layerWebCrypto
  ).pipe(Layer.provideMerge(storageLayer(given)), Layer.provideMerge(SecureRandom.layerWebCrypto))

type Domain = Layer.Success<ReturnType<typeof foundationLayer>> | Layer.Success<typeof servicesLayer>

const apiLayer = ({ operator }: CheckedOptions, answerForSeller: AnswerForSeller | undefined) =>
  WebApi.layer(operator === undefined ? sellerRoutes : Layer.merge(sellerRoutes, operator.routes(answerForSeller)))

export const serviceLayer = <A>(given: CheckedOptions, platform: Platform<A>) =>
  Layer.provide(apiLayer(given, platform.answerForSeller), platform.docsPage).pipe(
    // The metrics say how the dispatcher does, where there is one.
    Layer.provideMerge(platform.background),
    Layer.provideMerge(servicesLayer),
    Layer.provideMerge(foundationLayer(given, platform)),
    Layer.provideMerge(platform.compression),
    Layer.provideMerge(ownUrgentCalls),
    Layer.provideMerge(decisionsLayer(given))
  )
