/** The standalone service over a socket; events and tokens come through its operator interface. */
import { Category, defaultLifecyclePolicy, documentedRetrySchedule } from "@sellerkit/core"
import { defaultRetentionPeriods } from "@sellerkit/core/service"
import { type Settings, serviceLayer } from "@sellerkit/standalone"
import { type CallOperator, type DescribedTarget, operatorOf } from "@sellerkit/testing"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Duration, Effect, Layer, Logger, ManagedRuntime, Redacted, type Scope } from "effect"
import { HttpServer } from "effect/http"
import { IpNetwork } from "effect/net"
import { tokenSecret } from "./apiTokens.ts"
import { postgresDatabase } from "./targets.ts"

type RunningService = Awaited<ReturnType<DescribedTarget["start"]>>

type Database = Effect.Effect<Settings["database"], never, Scope.Scope>

export const operatorKey = "an operator key of at least thirty-two characters"

export const loopback = [IpNetwork.fromStringUnsafe("127.0.0.0/8")]

const settings: Omit<Settings, "database"> = {
  profile: "production",
  host: "127.0.0.1",
  port: 0,
  operatorKey: Redacted.make(operatorKey),
  tokenKey: { kind: "secret", secret: tokenSecret },
  secretKeys: [],
  allowedNetworks: loopback,
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

export const sqliteInMemory: Database = Effect.succeed({ kind: "sqlite", file: ":memory:" })

/** With the rights of a service alone. */
export const ownPostgres = Effect.map(Effect.orDie(postgresDatabase), ({ service, url }) => ({
  kind: "postgres" as const,
  url: Redacted.make(service?.url ?? url),
  pooled: false
}))

/** For what must succeed. */
const posting = (operator: CallOperator) => async (path: string, body: unknown) => {
  const response = await operator("POST", path, body)
  if (!response.ok) throw new Error(await response.text())
  return response.json() as Promise<any>
}

/** `base` is where the service listens; `send` makes a request. */
export const runningService = (
  base: string,
  key: string,
  stop: () => Promise<unknown>,
  send: (url: string, init?: RequestInit) => Promise<Response> = fetch
): RunningService => {
  const fetchFrom = (path: string, init?: RequestInit) => send(`${base}${path}`, init)
  const operator = operatorOf(fetchFrom, key)
  const post = posting(operator)
  return {
    operatorKey: key,
    operator,
    fetch: fetchFrom,
    token: async ({ categories = Category.literals, type = "base", ...options }) =>
      (await post("/tokens", { ...options, categories, type })).token,
    publish: async (sellerId, events, options) => (await post("/events", { sellerId, events, ...options })).events,
    stop: async () => void (await stop())
  }
}

/** `around` is what it finds around it, such as other limits. */
export const startStandalone = async (
  database: Database,
  change: Partial<Settings> = {},
  around: Layer.Layer<never> = Layer.empty
): Promise<RunningService & { readonly base: string }> => {
  const service = Layer.unwrap(
    Effect.map(database, (found) => serviceLayer({ ...settings, database: found, ...change }))
  ).pipe(Layer.provide(around), Layer.provide(NodeServices.layer), Layer.provideMerge(Logger.layer([])))
  const runtime = ManagedRuntime.make(service)
  const base = await runtime.runPromise(HttpServer.addressFormattedWith(Effect.succeed))
  return { ...runningService(base, operatorKey, () => runtime.dispose()), base }
}
