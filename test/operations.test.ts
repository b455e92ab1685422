/**
 * docs/operations.md against the service: every metric, alert, log message, operational event and reason for not being
 * ready is there, and nothing else is.
 */
import { assert, describe, it } from "@effect/vitest"
import { parseYaml } from "@redocly/openapi-core"
import { Category, failureTexts, OperationalEventType } from "@sellerkit/core"
import { serviceLayer } from "@sellerkit/standalone"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Layer, Logger, ManagedRuntime, Metric } from "effect"
import { HttpServer } from "effect/http"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { operatorKey, settings } from "./fixtures/serviceSettings.ts"

const root = join(import.meta.dirname, "..")
const textOf = (file: string): string => readFileSync(join(root, file), "utf8")

const document = textOf("docs/operations.md")

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

const labelsIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/(\w+)[=!]~?=?"/g)].map(([, label]) => label!)

const yaml = [...document.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text]) => parseYaml(text!) as any)
const alerts: ReadonlyArray<any> = yaml.flatMap((file) => file.groups ?? []).flatMap(({ rules }: any) => rules)

/** What runs: the suites of packages/testing log nothing that an operator sees. */
const sources = globSync("packages/*/src/**/*.ts", { cwd: root, exclude: ["packages/testing/**"] }).map(textOf)

/** What is logged as a warning or an error, with `…` for what differs; a name where the text is not at hand. */
const loggedMessages = sources.flatMap((source) =>
  [...source.matchAll(/Effect\.log(?:Warning|Error|Fatal)\(\s*(?:["`]([^"`]*)["`]|([\w[\].]+))/g)].map(
    ([, text, name]) => text?.replaceAll(/\$\{[^}]*\}/g, "…") ?? name!
  )
)

const textsGiven = (given: RegExp): ReadonlyArray<string> =>
  sources.flatMap((source) => [...source.matchAll(given)].map(([, text]) => text!))

const problemsOfJobs = textsGiven(/\bproblem: "([^"]*)",\s*retryAfter\b/g)

/** Texts that a log call is given by a name. */
const namedMessages: Readonly<Record<string, ReadonlyArray<string>>> = {
  complaint: [...textsGiven(/\b(?:orInstead|repeatForever)\([^"]*"([^"]*)"/g), ...problemsOfJobs],
  problem: problemsOfJobs,
  "…: tokens cannot be checked": ["A request was answered 503: tokens cannot be checked"],
  "…: the storage is away, or takes nothing": [
    "A request was answered 503: the storage is away, or takes nothing",
    "An answer was broken off: the storage is away, or takes nothing"
  ],
  "… by an unexpected failure": ["An answer was broken off by an unexpected failure"],
  "explanations[reason]": sources.flatMap((source) =>
    [...(/const explanations = \{([^}]*)\}/.exec(source)?.[1]?.matchAll(/"([^"]*)"/g) ?? [])].map(([, text]) => text!)
  )
}

/** The first column of the table with this heading, and the whole row. */
const rowsUnder = (heading: string): ReadonlyMap<string, string> => {
  const [, table] = document.split(new RegExp(`^\\| ${heading} +\\|.*\\n.*\\n`, "m"))
  const rows = table!.split("\n\n")[0]!.trim().split("\n")
  return new Map(rows.map((row) => [row.split("|")[1]!.trim().replaceAll("`", ""), row]))
}

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

  it("names only alerts that it shows", () => {
    const shown = new Set(alerts.map(({ alert }) => alert))
    const named = [...document.matchAll(/`(Sellerkit[A-Z]\w+)`/g)].map(([, name]) => name!)
    assert.isNotEmpty(named)
    for (const name of named) assert.isTrue(shown.has(name), name)
  })

  it("has every warning and error that is logged, and an alert for each that comes while the service runs", () => {
    const messages = loggedMessages.flatMap((message) => namedMessages[message] ?? [message])
    const documented = rowsUnder("Message")
    assert.sameMembers([...documented.keys()], [...new Set(messages)])
    // What is said once, as the service starts, needs no alert.
    for (const row of documented.values()) assert.match(row, /`Sellerkit\w+`|\| None: /, row)
  })

  it("has every operational event", () => {
    assert.sameMembers([...rowsUnder("Event").keys()], [...OperationalEventType.literals])
  })

  it("has every reason for not being ready", () => {
    const said = [
      "standalone/src/Health.ts",
      "standalone/src/storage/DatabaseHealth.ts",
      "storage-sqlite/src/connection/Fault.ts"
    ]
    const problems = said.flatMap((file) =>
      [...textOf(`packages/${file}`).matchAll(/"(The [^":;]*)/g)].map(([, text]) => text!)
    )
    assert.isNotEmpty(problems)
    assert.sameMembers([...rowsUnder("The answer says").keys()], problems)
  })

  it("has every way in which an attempt fails", () => {
    const rows = [...rowsUnder("It says").keys()]
    for (const text of Object.values(failureTexts)) assert.include(rows, text)
    const [, reasons] = /^(`reason` of a failed delivery[\s\S]*?)\n\n/m.exec(document)!
    for (const reason of Object.keys(failureTexts)) assert.include(reasons!, `\`${reason}\``)
  })

  it("goes with a command line whose commands are all described", () => {
    const commands = [...textOf("packages/standalone/src/cli/sellerkit.ts").matchAll(/commands: \[([^\]]*)\]/g)]
    // The name of one is a reserved word.
    const names = commands
      .flatMap(([, list]) => list!.split(", "))
      .map((name) => (name === "imports" ? "import" : name))
    const [, table] = textOf("docs/standalone.md").split(/^\| Command +\|.*\n.*\n/m)
    const described = [...table!.split("\n\n")[0]!.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name!)
    assert.sameMembers(described, names)
    for (const name of names.filter((name) => !["serve", "dispatch", "sandbox", "openapi", "sample"].includes(name)))
      assert.include(document, `\`${name}`)
  })
})
