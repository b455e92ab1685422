/** What a host decides, in plain values. */
import type {
  EventCatalog,
  EventScope,
  LifecyclePolicy,
  Limit,
  PublicKeyAlgorithm,
  RetryScheduleInput,
  StorageError,
  StoragePorts
} from "@sellerkit/core"
import type { Language } from "@sellerkit/core/http"
import type { OperatorInterface } from "@sellerkit/core/operator"
import type { LimitName, RetentionName } from "@sellerkit/core/service"
import type { Duration, Layer } from "effect"
import type { HostLog } from "../LogEntry.ts"
import type { Sources } from "./Sources.ts"

/** What API tokens are checked with. */
export type TokenKey =
  /** Shared with the issuer of the tokens, in at least 32 characters. The only kind with which `issueToken` makes tokens. */
  | { readonly secret: string }
  /** In PEM (SPKI). */
  | { readonly publicKey: string; readonly algorithm: PublicKeyAlgorithm }
  /** Loads the keys that the issuer publishes (JWKS), as parsed JSON. Called again when they may have changed. */
  | { readonly keySet: () => Promise<unknown> }

export interface SecretKeyOption {
  /** Never given to another key. */
  readonly id: string
  /** 32 random bytes. */
  readonly key: Uint8Array
}

/** A receiver that hears what becomes of webhooks, by notifications like those of sellers. */
export interface OperationsReceiverOption {
  readonly url: string
  /** What the notifications carry, in at least 32 characters. */
  readonly secret: string
}

export interface SellerkitOptions<Scopes extends ReadonlyArray<EventScope>> {
  /** What a storage package gives, such as `SqliteStorage.layer("sellerkit.db")`. */
  readonly storage: Layer.Layer<StoragePorts, StorageError>
  /** Which events there are; those of the published documents, when absent. */
  readonly catalog?: EventCatalog<Scopes> | undefined
  /** Without it no token counts, and callers are those that the host knows (`authenticate` of the adapter). */
  readonly tokens?: TokenKey | undefined
  /**
   * What webhooks' secrets are encrypted with in the storage, the newest first. Without a key, secrets are stored as they are.
   */
  readonly secretKeys?: ReadonlyArray<SecretKeyOption> | undefined
  /** Whether this process delivers; true, when absent. If false, another process that has the storage delivers. */
  readonly dispatcher?: boolean | undefined
  /** Private networks that receivers may be in, such as `127.0.0.0/8` for development. */
  readonly allowedNetworks?: ReadonlyArray<string> | undefined
  /** The receiver that is told of webhooks that fail, are disabled or recover; none, when absent. For processes that deliver. */
  readonly operations?: OperationsReceiverOption | undefined
  /** Rate budgets that are not the usual ones. */
  readonly limits?: Partial<Readonly<Record<LimitName, Limit>>> | undefined
  /** How long records are kept, where that is not as long as usual. */
  readonly retention?: Partial<Readonly<Record<RetentionName, Duration.Input>>> | undefined
  /**
   * Facts that are read from databases of the host's own, instead of being put in (`products.put`, statistics of `campaigns`). A
   * promise that is late (10 seconds), rejects, or gives another shape fails the request that asked.
   */
  readonly sources?: Sources | undefined
  /** How often reports are refreshed: what was recorded is shown from then on. 30 minutes, when absent; at least a second. */
  readonly reportRefresh?: Duration.Input | undefined
  /** The language of what the operations on campaigns refuse with; Russian, when absent. */
  readonly language?: Language | undefined
  /**
   * What is made of the dates in the change log. Usually operations that are deprecated say so in headers (`announce`), and
   * answers have all published fields.
   */
  readonly lifecycle?: Partial<LifecyclePolicy> | undefined
  /**
   * When failed deliveries are tried again. Usually that is after 10 seconds, then after twice as long each time, up to 15
   * minutes, after which the event is dropped. Numbers are milliseconds.
   */
  readonly retries?: RetryScheduleInput | undefined
  /**
   * `operatorInterface({ key })` of `@sellerkit/core/operator`: answers the operator interface beside the API, under
   * `/operator` and at `/metrics`, to requests that send the key. Not mounted, when absent.
   */
  readonly operator?: OperatorInterface | undefined
  /** Takes log entries; they go to the console, when absent. */
  readonly log?: HostLog | undefined
}
