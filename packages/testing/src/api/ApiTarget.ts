/** A running service that the API suite talks to over HTTP, however it is mounted. */
import type { Category, TokenType } from "@sellerkit/core"

export interface TokenOptions {
  readonly sellerId: string
  readonly type?: TokenType
  readonly serviceId?: string
  /** All of them, when absent. */
  readonly categories?: ReadonlyArray<Category>
  readonly readOnly?: boolean
  readonly sandbox?: boolean
}

export interface PublishedEvent {
  readonly id: string
  readonly idempotencyKey: string
  readonly deliveries: number
}

export interface EventOptions {
  readonly scope: string
  readonly type: string
  readonly payload: unknown
  /** RFC 3339. */
  readonly time?: string
  readonly idempotencyKey?: string
}

/** Calls the operator interface with its key. `path` is below `/operator/v1`. A body that is a text is lines of JSON. */
export type CallOperator = (method: string, path: string, body?: unknown) => Promise<Response>

/** For a service that answers its operator where it answers its sellers. */
export const operatorOf =
  (fetch: ApiService["fetch"], key: string): CallOperator =>
  (method, path, body) =>
    fetch(`/operator/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": typeof body === "string" ? "application/x-ndjson" : "application/json"
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) })
    })

/** Receivers on this machine may be called; tokens are checked; the limits are the default ones. */
export interface ApiService {
  fetch(path: string, init?: RequestInit): Promise<Response>
  token(options: TokenOptions): Promise<string>
  publish(
    sellerId: string,
    events: ReadonlyArray<EventOptions>,
    options?: { readonly sandbox?: boolean }
  ): Promise<ReadonlyArray<PublishedEvent>>
  readonly operator: CallOperator
}

/** Reports are refreshed each second, or whenever they are asked to. */
export interface RunningApi extends ApiService {
  /** Completes when reports show what was recorded before. When absent: that takes a second. */
  refreshReports?(): Promise<void>
  stop(): Promise<void>
}

export interface ApiTarget {
  readonly name: string
  /** Its share of the random trials, where other targets try the same service with all of them; 1, when absent. */
  readonly trials?: number
  /** Its share of the spellings of refused addresses, where another target of the same platform tries all of them; 1, when absent. */
  readonly spellings?: number
  /** Where in a host's server it is, such as `/seller`; `/`, when absent. */
  readonly mountPath?: string
  start(): Promise<RunningApi>
}
