/** A service for tests: in this process, on a free port, with a storage that is forgotten. */
import {
  Catalog,
  defaultLifecyclePolicy,
  documentedRetrySchedule,
  type EventCatalog,
  makeSecretKey,
  publishedCatalog,
  type SecretKey,
  SecretKeyId,
  secretKeyLength
} from "@sellerkit/core"
import { defaultDispatcherOptions, DispatcherOptions } from "@sellerkit/core/delivery"
import { defaultRetentionPeriods } from "@sellerkit/core/service"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Duration, Effect, Layer, Logger, ManagedRuntime, Metric, Redacted } from "effect"
import { HttpServer } from "effect/http"
import { IpNetwork } from "effect/net"
import { serviceLayer } from "../src/Service.ts"
import type { Settings } from "../src/settings/Settings.ts"

export const operatorKey = "an operator key of at least thirty-two characters"
export const tokenSecret = "a secret of at least thirty-two characters"

const keyBytes = (name: string): Uint8Array => new TextEncoder().encode(name.padEnd(secretKeyLength))

/** The same for the same name. */
export const secretKey = (name: string): SecretKey =>
  Effect.runSync(makeSecretKey(SecretKeyId.make(name), keyBytes(name)))

/** These keys as the environment lists them. */
export const secretKeyList = (...names: ReadonlyArray<string>): string =>
  names.map((name) => `${name}:${Buffer.from(keyBytes(name)).toString("base64")}`).join(",")

const settings: Settings = {
  profile: "production",
  host: "127.0.0.1",
  port: 0,
  database: { kind: "memory" },
  operatorKey: Redacted.make(operatorKey),
  tokenKey: { kind: "secret", secret: Redacted.make(tokenSecret) },
  secretKeys: [secretKey("test")],
  allowedNetworks: [IpNetwork.fromStringUnsafe("127.0.0.0/8")],
  operations: undefined,
  retention: defaultRetentionPeriods,
  nameServers: [],
  retries: documentedRetrySchedule,
  language: "ru",
  lifecycle: defaultLifecyclePolicy,
  reportRefresh: Duration.minutes(30),
  trustedProxies: [],
  frameAncestors: []
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: any
}

export interface RunningService {
  readonly url: string
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** With the operator key. */
  operator(method: string, path: string, body?: unknown): Promise<Answer>
  stop(): Promise<void>
  /** What its log says, so far. */
  readonly logged: ReadonlyArray<string>
  /** Its log as the service writes it in production, one line of JSON per entry, and as it does in development. */
  readonly logLines: ReadonlyArray<string>
  readonly developmentLog: ReadonlyArray<string>
}

export const startService = async (
  change: Partial<Settings> = {},
  options: Partial<DispatcherOptions> = {},
  catalog: EventCatalog = publishedCatalog
): Promise<RunningService> => {
  const logged: Array<string> = []
  const logLines: Array<string> = []
  const developmentLog: Array<string> = []
  const logger = Logger.make((entry: Logger.Options<unknown>) => {
    logged.push(String(entry.message))
    logLines.push(Logger.formatJson.log(entry))
    developmentLog.push(Logger.formatLogFmt.log(entry))
  })
  const runtime = ManagedRuntime.make(
    serviceLayer({ ...settings, ...change }).pipe(
      Layer.provide(Layer.succeed(DispatcherOptions, { ...defaultDispatcherOptions, ...options })),
      Layer.provide(Layer.succeed(Metric.MetricRegistry, new Map())),
      Layer.provide(Layer.succeed(Catalog, catalog)),
      Layer.provide(NodeServices.layer),
      Layer.provideMerge(Logger.layer([logger]))
    )
  )
  const url = await runtime.runPromise(HttpServer.addressFormattedWith(Effect.succeed))
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...(body === undefined ? undefined : { "content-type": "application/json" }), ...headers },
      ...(body === undefined ? undefined : { body: typeof body === "string" ? body : JSON.stringify(body) })
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) }
  }
  return {
    url,
    call,
    operator: (method, path, body) =>
      call(method, `/operator/v1${path}`, body, { authorization: `Bearer ${operatorKey}` }),
    stop: () => runtime.dispose(),
    logged,
    logLines,
    developmentLog
  }
}
