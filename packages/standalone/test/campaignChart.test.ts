/** Charts of what came of a campaign, as text and as SVG. */
import { assert, describe, it } from "@effect/vitest"
import { CliOutput } from "effect/cli"
import { stripVTControlCharacters } from "node:util"
import { campaignChart } from "../src/cli/campaigns/campaignChart.ts"
import { type CampaignDays, type DayFigures, everyDay } from "../src/cli/campaigns/CampaignDays.ts"
import { campaignSvg } from "../src/cli/campaigns/campaignSvg.ts"
import { paintWith } from "../src/cli/output/Output.ts"

/** With the figures of its days together, and a period that begins on the first of the month. */
const campaignOf = (
  count: number,
  told: ReadonlyArray<DayFigures>,
  change: Partial<CampaignDays> = {}
): CampaignDays => {
  const period = { from: "2026-10-01", to: `2026-10-${String(count).padStart(2, "0")}` }
  const total = (field: "clicks" | "sum" | "views") => told.reduce((sum, day) => sum + day[field], 0)
  return {
    advertId: 12345678,
    name: "Summer",
    status: 9,
    ...period,
    views: total("views"),
    clicks: total("clicks"),
    sum: total("sum"),
    days: everyDay(period, told),
    ...change
  }
}

const day = (number: number, [views, clicks, sum]: readonly [number, number, number]): DayFigures => ({
  date: `2026-10-${String(number).padStart(2, "0")}`,
  views,
  clicks,
  sum
})

const some = campaignOf(5, [day(1, [1200, 0, 180.5]), day(2, [600, 0, 90]), day(4, [1, 0, 0.25])])

const drawn = (campaign: CampaignDays, screen: { columns?: number; hasUnicode?: boolean; canColor?: boolean } = {}) => {
  const { canColor = false, columns = 80, hasUnicode = true } = screen
  return campaignChart(campaign, { columns, hasUnicode, paint: paintWith(canColor) })
}

describe("a chart in the terminal", () => {
  it("has a bar for each day, the days and the greatest value at its axes, and the totals below", () => {
    assert.strictEqual(
      drawn(some, { columns: 32 }),
      `Campaign 12345678  Summer
From 2026-10-01 to 2026-10-05, days in Moscow

Views
 1,200 ┤███
       │███
       │███
       │███ ███
       │███ ███
       │███ ███     ▁▁▁
     0 └────────────────────
        10-01   10-03   10-05

Clicks: none

Spending, roubles
180.50 ┤███
       │███
       │███
       │███ ███
       │███ ███
       │███ ███     ▁▁▁
     0 └────────────────────
        10-01   10-03   10-05

Total: views 1,801, clicks 0, spending 270.75 roubles`
    )
  })

  it("is plain ASCII where the terminal shows nothing else", () => {
    const text = drawn(some, { hasUnicode: false })
    assert.match(text, /^[\x20-\x7E\n]+$/)
    assert.include(
      text,
      `
 1,200 +#######
       |#######
       |#######
       |####### #######
       |####### #######
       |####### #######         .......
     0 +----------------------------------------
        10-01   10-02   10-03   10-04   10-05

`
    )
  })

  it("fits the terminal, however many days and columns there are", () => {
    for (let count = 1; count <= 31; count++) {
      const days = Array.from({ length: count }, (_, index) => day(index + 1, [10 ** (index % 9), index, index / 7]))
      for (const columns of [20, 40, 63, 80, 132, 300]) {
        for (const line of drawn(campaignOf(count, days), { columns }).split("\n")) {
          const isDrawn = /[│┤└]|^ +\d\d-\d\d/.test(line)
          if (isDrawn) assert.isAtMost(CliOutput.displayWidth(line), columns, line)
        }
      }
    }
    const wide = drawn(campaignOf(31, [day(1, [1, 1, 1])]), { columns: 1000 })
    assert.isAtMost(Math.max(...wide.split("\n").map((line) => line.length)), 31 * 8 + 10)
  })

  it("says what to do where the terminal is too narrow, and still has the totals", () => {
    const text = drawn(campaignOf(31, [day(7, [20, 3, 1.5])]), { columns: 30 })
    assert.include(text, "31 days do not fit into 30 columns. Widen the terminal, or ask for fewer days.")
    assert.match(text, /\nTotal: views 20, clicks 3, spending 1\.50 roubles$/)
    assert.notMatch(text, /█/)
  })

  it("is as wide as usual where the output has no width", () => {
    assert.strictEqual(drawn(some, { columns: Infinity }), drawn(some, { columns: 80 }))
  })

  it("has colours where they are shown, which change nothing else", () => {
    const painted = drawn(some, { canColor: true })
    assert.include(painted, "\u001B[36m")
    assert.strictEqual(stripVTControlCharacters(painted), drawn(some))
  })

  it("says plainly that nothing came of it, and why nothing can", () => {
    const nothing = "Nothing came of it from 2026-10-01 to 2026-10-03: no views, no clicks, no spending."
    assert.strictEqual(drawn(campaignOf(3, [])), `Campaign 12345678  Summer\n${nothing}`)
    assert.strictEqual(
      drawn(campaignOf(3, [], { status: 4 })),
      `Campaign 12345678  Summer\n${nothing} It is ready, and only campaigns that are active, paused or completed have statistics.`
    )
  })

  it("shows nothing of a name that a terminal would obey", () => {
    assert.match(drawn(campaignOf(3, [], { name: "Win\u202Eter" })), /^Campaign 12345678 {2}Win\uFFFDter\n/)
  })
})

/** The elements of a document, which has to be well-formed: every element ends, and texts have no characters of markup. */
const elementsOf = (svg: string): ReadonlyArray<string> => {
  const open: Array<string> = []
  const found: Array<string> = []
  const tag = /<(\/?)([a-z]+)((?: [A-Za-z][A-Za-z\d-]*="[^"<>&]*")*)(\/?)>/g
  for (const [, end, name, , alone] of svg.matchAll(tag)) {
    if (end === "/") assert.strictEqual(open.pop(), name)
    else {
      found.push(name!)
      if (alone === "") open.push(name!)
    }
  }
  assert.isEmpty(open)
  assert.notMatch(svg.replaceAll(tag, "").replaceAll(/&(amp|lt|gt|quot);/g, ""), /[<>&]/)
  return found
}

describe("a chart as SVG", () => {
  it("has a mark with a title for each figure, in proportion to it", () => {
    const svg = campaignSvg(some)
    assert.strictEqual(elementsOf(svg).filter((name) => name === "rect").length, 3 * 5)
    const heights = [...svg.matchAll(/<rect [^>]*height="([\d.]+)"[^>]*><title>([^<]+)<\/title>/g)].map(
      ([, height, title]) => [title, Number(height)]
    )
    assert.deepStrictEqual(heights.slice(0, 5), [
      ["2026-10-01: 1,200", 100],
      ["2026-10-02: 600", 50],
      ["2026-10-03: 0", 0],
      // A small value is still seen.
      ["2026-10-04: 1", 1],
      ["2026-10-05: 0", 0]
    ])
    assert.deepStrictEqual(heights[10], ["2026-10-01: 180.50 roubles", 100])
    assert.include(svg, ">greatest 1,200</text>")
    assert.include(svg, ">Spending: 270.75 roubles</text>")
    for (const { date } of some.days) assert.include(svg, `>${date.slice(5)}</text>`)
  })

  it("can be scaled, is told to people who do not see it, and is readable on dark pages", () => {
    const svg = campaignSvg(some)
    assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 760 \d+" role="img">\n<title>/)
    assert.include(svg, "<title>Campaign 12345678: Summer</title>")
    assert.include(svg, "days in Moscow. Total: views 1,801, clicks 0, spending 270.75 roubles</desc>")
    assert.match(svg, /prefers-color-scheme: dark/)
  })

  it("escapes the name, and cuts it where it would not fit", () => {
    const svg = campaignSvg({ ...some, name: `<script>alert("&")</script>\uFFFE\u0007${"w".repeat(200)}` })
    assert.notInclude(elementsOf(svg), "script")
    assert.include(svg, "Campaign 12345678: &lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt;\uFFFD\uFFFDwww")
    const [, title] = /class="title">([^<]+)</.exec(svg)!
    assert.match(title!, /w…$/)
    assert.isBelow(title!.length, 130)
  })

  it("names as many days as fit beside each other", () => {
    const svg = campaignSvg(campaignOf(31, [day(31, [7, 7, 7])]))
    const places = [...svg.matchAll(/<text x="([\d.]+)"[^>]*>10-\d\d</g)].map(([, x]) => Number(x))
    const first = places.slice(0, places.length / 3)
    assert.isAbove(first.length, 5)
    for (const [index, x] of first.entries()) if (index > 0) assert.isAtLeast(x - first[index - 1]!, 50)
  })

  it("says that nothing came of it", () => {
    const svg = campaignSvg(campaignOf(3, []))
    assert.notInclude(elementsOf(svg), "rect")
    assert.include(svg, ">No views, no clicks, no spending.</text>")
    assert.notMatch(svg, /NaN|Infinity|undefined/)
  })
})
