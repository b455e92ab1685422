/** The command that draws what came of a campaign, against a service. Each test has a seller: one may ask once a minute. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { operatorKey } from "./runningService.ts"
import { serviceWithCommand } from "./serviceWithCommand.ts"

const { folder, forSeller, printed, run, service } = await serviceWithCommand("campaigns")

const row = (date: string, change: object = {}) => ({
  advertId: 17,
  date,
  appType: 1,
  nmId: 101,
  views: 100,
  clicks: 5,
  sum: 30.5,
  atbs: 1,
  orders: 1,
  shks: 1,
  sum_price: 900,
  ...change
})

const january = ["--from", "2026-01-10", "--to", "2026-01-13"]

/** A seller whose campaign 17 was active on two days. */
const seller = async (status = 9) => {
  const sellerId = crypto.randomUUID()
  const campaign = { name: "Winter <1>", type: 6, status, budget: 500 }
  const made = await service.operator("PUT", `/sellers/${sellerId}/campaigns/17`, campaign)
  assert.strictEqual(made.status, 204, JSON.stringify(made.body))
  const rows = [row("2026-01-10"), row("2026-01-10", { appType: 32, views: 60 }), row("2026-01-12", { views: 40 })]
  const text = rows.map((one) => JSON.stringify(one)).join("\n")
  const told = await service.call("POST", `/operator/v1/sellers/${sellerId}/campaign-statistics`, text, {
    authorization: `Bearer ${operatorKey}`,
    "content-type": "application/x-ndjson"
  })
  assert.strictEqual(told.status, 200, JSON.stringify(told.body))
  const env = { SELLERKIT_OPERATOR_KEY: operatorKey }
  return {
    ...forSeller(sellerId),
    /** For people, in a terminal with the locale. */
    inTerminal: (locale: string, ...args: ReadonlyArray<string>) =>
      printed([...args, "--seller", sellerId], { env: { ...env, LC_ALL: locale }, columns: 60 }),
    env,
    account: ["--seller", sellerId]
  }
}

describe("the chart of a campaign", () => {
  it("is drawn in a terminal, in characters that it shows", async () => {
    const { inTerminal } = await seller()
    const text = await inTerminal("en_GB.UTF-8", "chart", "17", ...january)
    assert.match(text, /^Campaign 17 {2}Winter <1>\nFrom 2026-01-10 to 2026-01-13, days in Moscow\n/)
    assert.match(text, /\nViews\n160 ┤███████\n/)
    assert.match(text, / 01-10 {3}01-11 {3}01-12 {3}01-13\n/)
    assert.match(text, /\nTotal: views 200, clicks 15, spending 91\.50 roubles\n$/)
    const other = await seller()
    assert.match(await other.inTerminal("C", "chart", "17", ...january), /\nViews\n160 \+#######\n/)
  })

  it("is printed as its numbers, every day of the period among them", async () => {
    const { json } = await seller()
    assert.deepStrictEqual(await json("chart", "17", ...january), {
      advertId: 17,
      name: "Winter <1>",
      status: 9,
      from: "2026-01-10",
      to: "2026-01-13",
      views: 200,
      clicks: 15,
      sum: 91.5,
      days: [
        { date: "2026-01-10", views: 160, clicks: 10, sum: 61 },
        { date: "2026-01-11", views: 0, clicks: 0, sum: 0 },
        { date: "2026-01-12", views: 40, clicks: 5, sum: 30.5 },
        { date: "2026-01-13", views: 0, clicks: 0, sum: 0 }
      ]
    })
  })

  it("is written as SVG, which people are told of", async () => {
    const { inTerminal } = await seller()
    const file = join(folder, "chart.svg")
    const text = await inTerminal("en_GB.UTF-8", "chart", "17", ...january, "--out", file)
    assert.match(text, new RegExp(`\nTotal: .*\n\nWritten to ${file}\n$`))
    const svg = readFileSync(file, "utf8")
    assert.match(svg, /^<svg /)
    assert.include(svg, "<title>Campaign 17: Winter &lt;1&gt;</title>")
    assert.include(svg, "<title>2026-01-10: 160</title>")
  })

  it("is shown although its file cannot be written, and the command says so", async () => {
    const { account, env } = await seller()
    const { code, err, out } = await run(["chart", "17", ...january, "--out", folder, ...account], { env })
    assert.deepStrictEqual([code, JSON.parse(out).views], [1, 200])
    assert.strictEqual(JSON.parse(err).error, `The chart cannot be written to ${folder}: it is a folder`)
  })

  it("has no colours and the usual width where people read what is no terminal", async () => {
    const { account, env } = await seller()
    const args = ["chart", "17", ...january, "--no-json", ...account]
    const text = await printed(args, { env: { ...env, LANG: "C.UTF-8" } })
    assert.notInclude(text, "\u001B")
    assert.isAtMost(Math.max(...text.split("\n").map((line) => line.length)), 80)
    assert.match(text, /█/)
  })

  it("says that nothing came of it in the last seven days, and of a campaign that was never active", async () => {
    const { shown } = await seller()
    assert.match(
      await shown("chart", "17"),
      /^Campaign 17 {2}Winter <1>\nNothing came of it from \S+ to \S+: no views, no clicks, no spending\.\n$/
    )
    const ready = await seller(4)
    assert.match(await ready.shown("chart", "17", ...january), /It is ready, and only campaigns that are active, /)
  })

  it("says what is wrong with what it is asked for, and what to do", async () => {
    const { error } = await seller()
    assert.match(
      await error("chart", "7"),
      /^This account has no campaign 7\. All that it has: .* campaigns --url \S+ --seller \S+$/
    )
    const nowhere = join(tmpdir(), "sellerkit-no-folder", "chart.svg")
    assert.strictEqual(
      await error("chart", "17", "--out", nowhere),
      `The chart cannot be written to ${nowhere}: its folder is not there`
    )
    assert.match(await error("chart", "17", "--from", "2026-02-30"), /Expected a day such as 2026-11-20/)
    assert.match(await error("chart", "17", "--from", "2026-01-02", "--to", "2026-01-01"), /is after --to 2026-01-01/)
    assert.match(await error("chart", "17", "--from", "2026-01-01", "--to", "2026-02-28"), /59 days, .* 31 at most/)
  })

  it("says when it may be asked for again", async () => {
    const { error, json } = await seller()
    await json("chart", "17", ...january)
    assert.match(await error("chart", "17", ...january), /budget of 1 requests is spent; the next is possible in /)
  })

  it("says that the service tells of fewer days, where it is configured so", async () => {
    const { error } = await seller()
    const { body: published } = await service.operator("GET", "/config")
    const config = [{ name: "api_fullstat_day_depth", description: "Days", value: "3" }]
    await service.operator("PUT", "/config", { categories: [], config })
    assert.match(
      await error("chart", "17", ...january),
      /^The service does not tell statistics from 2026-01-10 to 2026-01-13\. Ask for fewer days, .* The service says: /
    )
    await service.operator("PUT", "/config", published)
  })
})
