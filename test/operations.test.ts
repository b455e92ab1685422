/** docs/operations.md against a running service: every metric is in its table, and its alerts ask for what is there. */
import { assert, describe, it } from "@effect/vitest"
import { parseYaml } from "@redocly/openapi-core"
import { Category, defaultRetentionPeriods } from "@sellerkit/core"
import { type Settings, serviceLayer } from "@sellerkit/standalone"
import { NodeServices } from "@effect/platform-node"
import { Effect, Layer, Logger, ManagedRuntime, Metric, Redacted } from "effect"
import { HttpServer } from "effect/http"
import { readFileSync } from "node:fs"
import { join } from "node:path"

const document = readFileSync(join(import.meta.dirname, "..", "docs", "operations.md"), "utf8")

const operatorKey = "an operator key of at least thirty-two characters"

const settings: Settings = {
  profile: "production",
  host: "127.0.0.1",
  port: 0,
  database: "memory:",
  operatorKey: Redacted.make(operatorKey),
  tokenKey: { kind: "secret", secret: Redacted.make("a secret of at least thirty-two characters") },
  allowedNetworks: [],
  operations: undefined,
  retention: defaultRetentionPeriods,
  trustedProxies: []
}

/** The metrics of a service that has been used a little, and refused too many calls. */
const scrape = async (): Promise<string> => {
  const service = serviceLayer(settings).pipe(
    Layer.provide(Layer.succeed(Metric.MetricRegistry, new Map())),
    Layer.provide(NodeServices.layer),
    Layer.provideMerge(Logger.layer([]))
  )
  const runtime = ManagedRuntime.make(service)
  const base = await runtime.runPromise(HttpServer.addressFormattedWith(Effect.succeed))
  const call = (path: string, authorization: string, body?: unknown) =>
    fetch(`${base}${path}`, {
      headers: { authorization, "content-type": "application/json" },
      ...(body === undefined ? undefined : { method: "POST", body: JSON.stringify(body) })
    })
  try {
    const grant = { sellerId: crypto.randomUUID(), type: "base", categories: Category.literals }
    const { token }: any = await (await call("/operator/v1/tokens", `Bearer ${operatorKey}`, grant)).json()
    let status = 200
    // The lowest of the budgets.
    for (let calls = 0; status !== 429 && calls < 200; calls++) {
      const answer = await call("/api/v1/webhooks/check", token, { url: "http://127.0.0.1/" })
      await answer.body?.cancel()
      status = answer.status
    }
    assert.strictEqual(status, 429)
    return await (await call("/metrics", `Bearer ${operatorKey}`)).text()
  } finally {
    await runtime.dispose()
  }
}

interface Described {
  readonly kind: string
  readonly labels: ReadonlyArray<string>
}

/** By name. */
const described: ReadonlyMap<string, Described> = new Map(
  [...document.matchAll(/^\| `(sellerkit_\w+)` +\| (\w+) +\| ([^|]*)\|/gm)].map(([, name, kind, labels]) => [
    name!,
    { kind: kind!, labels: [...labels!.matchAll(/`(\w+)`/g)].map(([, label]) => label!) }
  ])
)

const kindsIn = (metrics: string): ReadonlyMap<string, string> =>
  new Map([...metrics.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, kind]) => [name!, kind!]))

/** What a histogram adds to its name. */
const familyOf = (name: string): string => name.replace(/_(bucket|sum|count)$/, "")

const labelsIn = (text: string): ReadonlyArray<string> => [...text.matchAll(/(\w+)=~?"/g)].map(([, label]) => label!)

const yaml = [...document.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text]) => parseYaml(text!) as any)
const alerts: ReadonlyArray<any> = yaml.flatMap((file) => file.groups ?? []).flatMap(({ rules }: any) => rules)

describe("the document about operating the service", () => {
  it("has every metric that is served, with its kind and its labels, and no other", async () => {
    const metrics = await scrape()
    const served = kindsIn(metrics)
    assert.sameMembers([...described.keys()], [...served.keys()])
    for (const [name, kind] of served) assert.strictEqual(described.get(name)!.kind, kind, name)
    for (const [, name, labels] of metrics.matchAll(/^(sellerkit_\w+?)(?:\{(.*)\})? \S+$/gm)) {
      const family = served.has(name!) ? name! : familyOf(name!)
      const given = labelsIn(labels ?? "").filter((label) => label !== "le")
      assert.sameMembers([...given], [...described.get(family)!.labels], name)
    }
  })

  it("shows how to scrape with the operator key", () => {
    const [config] = yaml.flatMap((file) => file.scrape_configs ?? [])
    assert.strictEqual(config.authorization.type, "Bearer")
    assert.isString(config.authorization.credentials_file)
  })

  it("shows alerts that say what they are about, about metrics and labels that are there", () => {
    assert.isNotEmpty(alerts)
    assert.lengthOf(new Set(alerts.map(({ alert }) => alert)), alerts.length)
    for (const { alert, annotations, expr, labels } of alerts) {
      assert.match(alert, /^Sellerkit[A-Z]\w+$/)
      assert.isNotEmpty(annotations.summary, alert)
      assert.include(["page", "ticket", "info"], labels.severity, alert)
      const names = [...String(expr).matchAll(/\bsellerkit_\w+/g)].map(([name]) => name)
      for (const name of names) {
        const family = described.has(name) ? name : familyOf(name)
        assert.isTrue(described.has(family), `${alert}: ${name}`)
        assert.strictEqual(family !== name, described.get(family)!.kind === "histogram", `${alert}: ${name}`)
      }
      for (const [, name, matchers] of String(expr).matchAll(/\b(sellerkit_\w+)\{(.*?)\}/g)) {
        for (const label of labelsIn(matchers!)) assert.include(described.get(familyOf(name!))!.labels, label, alert)
      }
    }
  })
})
