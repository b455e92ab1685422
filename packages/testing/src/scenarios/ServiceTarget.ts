/** A whole service under test, wherever it runs. */
import type {
  Deliveries,
  Events,
  History,
  OperationalEvents,
  RetrySchedules,
  SecretReencryption,
  SecretVault,
  StoragePorts,
  TransportFailure,
  UrlCheck,
  Webhooks
} from "@sellerkit/core"
import { defaultDispatcherOptions, type DispatcherOptions } from "@sellerkit/core/delivery"
import { Duration, type Layer } from "effect"
import type { SecureRandom } from "effect/crypto"
import { secretKey } from "../fixtures.ts"
import type { Activity } from "./Activity.ts"
import type { Drain } from "./Drain.ts"
import type { HostileAnswer } from "./receivers/hostileAnswers.ts"

/** What scenarios ask of a service, and look at. */
type Domain =
  | Deliveries
  | Events
  | History
  | RetrySchedules
  | OperationalEvents
  | SecretReencryption
  | SecretVault
  | SecureRandom.SecureRandom
  | StoragePorts
  | UrlCheck
  | Webhooks

/** A service that delivers nothing unless it is told to. */
export type RestingService = Domain | Drain

/** A service that delivers by itself. */
export type RunningService = Activity | Domain

/** What becomes of a hostile answer. */
export interface HostileOutcome extends Pick<HostileAnswer, "comesTo" | "known"> {
  /** The connection is kept for the next request, and closed later if there is none. */
  readonly keepsConnection?: true
}

/** How an HTTP client that is part of a platform differs from one that knows why it failed and keeps to the letter of HTTP. */
export interface HttpClientOfPlatform {
  /** What it says of a failure which it cannot tell from others; undefined where it says what it was. */
  failure(failure: TransportFailure): ReadonlyArray<TransportFailure> | undefined
  /** What it makes of hostile answers, by their titles. */
  readonly outcomes: Readonly<Record<string, HostileOutcome>>
}

/** Each time that a layer is built, its services are empty at first. They take their time from the Effect clock. */
export interface ServiceTarget {
  readonly name: string
  readonly running: (options: DispatcherOptions) => Layer.Layer<RunningService, unknown>
  readonly resting: Layer.Layer<RestingService, unknown>
  readonly httpClient?: HttpClientOfPlatform
  /** Its share of what takes long, where another target has all of it over the same storage; 1, when absent. */
  readonly trials?: number
}

/** Nothing happens unless a scenario makes it happen: no looking for work without a reason, no waiting at the end. */
export const quietOptions: DispatcherOptions = {
  ...defaultDispatcherOptions,
  idleCheck: Duration.infinity,
  stopWithin: Duration.zero
}

/** The key that the service seals secrets with, and the key that it used before. */
export const keyNames = ["newest", "older"]
export const keyRing = keyNames.map(secretKey)

/** Receivers of scenarios are on this machine. */
export const receiversNetwork = "127.0.0.0/8"
