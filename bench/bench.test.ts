/** The benchmarks work: one small run of each, whose figures are plausible. What they are is not for a test to say. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Arrival, arrivalProblems } from "./load/arrivals.ts"
import { type AcceptedEvent, bodyBytes, notificationOf } from "./load/benchEvent.ts"
import { pathOf, signatureOf } from "./load/benchWebhook.ts"
import { runBenchmarks } from "./benchmarks.ts"
import { type HttpMessage, makeMessageReader } from "./load/httpMessages.ts"
import { partOf, replacePart } from "../test/fixtures/documentPart.ts"
import { excerptText, pages, withExcerpts } from "./reporting/excerpts.ts"
import { historyRecord } from "./databases/historyRecord.ts"
import { fileOf, measurementsFile, withSections } from "./reporting/performanceDocument.ts"
import { sectionText } from "./reporting/report.ts"
import type { Section } from "./reporting/Section.ts"
import type { Settings } from "./Settings.ts"
import { median, percentile } from "./reporting/statistics.ts"
import { publicationsOf, type Share, type Workload } from "./load/workload.ts"

const workload: Workload = { webhooks: 20, events: 200, eventsPerPublication: 5, publishers: 4 }

const small: Settings = {
  rounds: 1,
  warmUp: 0.1,
  ways: "first",
  raw: 200,
  single: workload,
  batched: { ...workload, webhooks: 2 },
  latency: { rate: 50, seconds: 0.5 },
  api: { webhooks: 20, connections: 4, seconds: 0.2, warmUpSeconds: 0.1 },
  growth: {
    states: [
      { history: 100, pending: 0 },
      { history: 1000, pending: 500 }
    ],
    single: workload,
    batched: { ...workload, webhooks: 2 },
    pages: 5,
    pageSize: 20,
    rest: 0.5
  },
  fairness: { rate: 50, seconds: 0.5, fresh: 2000, stuck: 200 },
  reports: { page: 1200, answers: 2, otherSellers: 2, sqlite: [0, 1000], postgres: [1000] },
  console: { events: [200], looks: 1, perSecond: 100, seconds: 1 },
  queues: { single: workload, batched: { ...workload, webhooks: 2 } },
  disk: { single: workload, batched: { ...workload, webhooks: 2 } },
  edge: {
    objects: 5,
    single: { events: 100, eventsPerPublication: 1, publishers: 4 },
    batched: { events: 200, eventsPerPublication: 20, publishers: 4 },
    starts: 1
  },
  imports: { rows: 500 },
  size: { packages: ["core"], imports: 1 },
  idle: { webhooks: 20, quiet: 0, seconds: 0.5, starts: 1 }
}

describe("a small run of the benchmarks", () => {
  const folder = mkdtempSync(join(tmpdir(), "sellerkit-bench-"))
  let sections: ReadonlyArray<Section>
  beforeAll(async () => {
    const run = (names: ReadonlyArray<string>) => {
      const own = join(folder, names.join(""))
      mkdirSync(own)
      return runBenchmarks({ settings: small, folder: own, progress: () => {} }, names)
    }
    // While it waits for programs, nothing else goes on.
    const size = await run(["size"])
    // Two at a time: what the figures are does not matter.
    const halves = [
      ["a", "b1", "b2", "c", "con", "d", "dc", "i", "r", "rp"],
      ["disk", "e", "ep", "f", "fp", "fair", "q", "w"]
    ].map(run)
    sections = [size, ...(await Promise.all(halves))].flat()
    // A limit for what hangs, on a machine that has five times as much to do as it can.
  }, 1_800_000)
  afterAll(() => rmSync(folder, { recursive: true }))

  const sectionNamed = (name: string): Section => sections.find((section) => section.name === name)!
  /** The figures of a cell: its median, and between which the rounds are. */
  const figures = (cell: string): ReadonlyArray<number> =>
    [...cell.matchAll(/\d[\d,]*(\.\d+)?/g)].map(([text]) => Number(text.replaceAll(",", "")))
  const rowsOf = (name: string): ReadonlyArray<ReadonlyArray<string>> => sectionNamed(name).tables[0]!.rows

  it("has every section, with figures and with the settings they depend on", () => {
    assert.deepStrictEqual(
      sections.map(({ name }) => name),
      [
        "size",
        "throughput",
        "latency",
        "api",
        "campaignReads",
        "reports",
        "reportsPostgres",
        "console",
        "imports",
        "growth",
        "growthPostgres",
        "fairness",
        "queues",
        "disk",
        "idle",
        "idlePostgres",
        "edge"
      ]
    )
    for (const section of sections) {
      assert.isNotEmpty(section.settings)
      // What is installed and imported is told, and compared with nothing yet.
      if (section.name !== "size") assert.isNotEmpty(section.aims)
      const text = sectionText(section, ({ svg }) => svg)
      assert.notMatch(text, /NaN|Infinity|undefined/)
    }
  })

  it("delivers as many requests as events where each has its own, and fewer where they travel together", () => {
    const [raw, single] = rowsOf("throughput")
    const batched = rowsOf("throughput").find(([title]) => title === "(b2) Batches")!
    for (const [, events, requests] of [raw!, single!]) assert.deepStrictEqual(figures(events!), figures(requests!))
    assert.isBelow(figures(batched[2]!)[0]!, figures(batched[1]!)[0]!)
    for (const row of rowsOf("throughput")) assert.isAbove(figures(row[1]!)[0]!, 10)
  })

  it("measures latencies that grow with the share of events", () => {
    for (const [, ...cells] of rowsOf("latency")) {
      const values = cells.map((cell) => figures(cell)[0]!)
      assert.deepStrictEqual(
        values,
        values.toSorted((left, right) => left - right)
      )
      assert.isAbove(values[0]!, 0.05)
      assert.isBelow(values.at(-1)!, 10_000)
    }
  })

  it("measures a service that costs more than a bare handler, and a process that has memory and starts", () => {
    const [bare, service, bareExpress, inExpress] = rowsOf("api").map((row) => figures(row[4]!)[0]!)
    assert.isAbove(service!, bare!)
    assert.isAbove(inExpress!, bareExpress!)
    const reads = rowsOf("campaignReads").map((row) => figures(row[4]!)[0]!)
    for (let pair = 0; pair < reads.length; pair += 2) assert.isAbove(reads[pair + 1]!, reads[pair]!)
    const [cpu, resting, loaded, ...starts] = rowsOf("idle").map(([, cell]) => figures(cell!)[0]!)
    assert.isBelow(cpu!, 100)
    assert.isAbove(resting!, 30)
    assert.isAbove(loaded!, resting!)
    for (const start of starts) assert.isAbove(start, 50)
    for (const [, cell] of rowsOf("idlePostgres")) assert.isAtLeast(figures(cell!)[0]!, 0)
  })

  it("measures what is installed, packed and unpacked, how long imports take, and how large a Worker is", () => {
    const [installed, imported, bundled] = sectionNamed("size").tables
    const [core] = installed!.rows
    assert.isAtLeast(Number(core![1]), 3)
    const [unpacked, packed] = figures(core!.at(-1)!)
    assert.isAbove(packed!, 1)
    assert.isAbove(unpacked!, packed!)
    const [, ...others] = imported!.rows.map(([, time]) => figures(time!)[0]!)
    for (const time of others) assert.isAbove(time, 10)
    const [minified, compressed] = bundled!.rows[0]!.slice(1).map((cell) => figures(cell)[0]!)
    assert.isAbove(minified!, compressed!)
  })

  it("measures what objects take and deliver, and what is billed for it", () => {
    const [publishing, , requests, costs, start] = sectionNamed("edge").tables.map(({ rows }) =>
      rows.map((row) => row.slice(1).map((cell) => figures(cell)[0]!))
    )
    for (const rates of publishing!) for (const rate of rates) assert.isAbove(rate, 0)
    for (const [rate] of requests!) assert.isAbove(rate!, 10)
    const [alone, aloneWithKey, together, withKeys] = costs!
    // An event alone takes a row, its recipient another, and its attempt two. Those of a publication share all of them, but for keys.
    assert.isAtLeast(alone![0]!, 4)
    assert.isAbove(together![0]!, 0)
    assert.isAbove(alone![0]!, together![0]!)
    // Figures have three digits: 0.102 and one more is shown as 1.1.
    const almostOne = 0.99
    assert.isAtLeast(aloneWithKey![0]!, alone![0]! + almostOne)
    assert.isAtLeast(withKeys![0]!, together![0]! + almostOne)
    assert.isAbove(alone![2]!, 0)
    assert.isAtMost(alone![2]!, 1)
    const [, first, , , further] = start!.map(([value]) => value!)
    assert.isAbove(first!, further!)
  })

  it("measures what an event takes on the disk, of which a log is written ahead", () => {
    for (const [, ...cells] of rowsOf("disk")) {
      assert.lengthOf(cells, 3)
      for (const cell of cells) assert.isAbove(figures(cell)[0]!, 100)
    }
  })

  it("draws charts with a mark for each figure", () => {
    const { charts, tables } = sectionNamed("throughput")
    assert.strictEqual(charts[0]!.svg.match(/<rect /g)!.length, tables[0]!.rows.length)
    for (const { svg } of sections.flatMap(({ charts }) => charts)) {
      assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="[\d ]+" role="img"/)
      assert.match(svg, /prefers-color-scheme: dark/)
    }
  })
})

describe("the proof of arrival", () => {
  const secret = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="
  const webhooks = [0, 1].map(() => ({ sellerId: crypto.randomUUID(), id: crypto.randomUUID(), secret }))
  const events = [0, 1, 2].map((number): AcceptedEvent => ({
    number,
    id: crypto.randomUUID(),
    webhook: 0,
    isKeyless: false
  }))
  const accepted = { webhooks, events }

  const arrival = (given: ReadonlyArray<AcceptedEvent>, change: (body: string) => string = (body) => body): Arrival => {
    const requestId = crypto.randomUUID()
    const body = notificationOf(webhooks[0]!.sellerId, requestId, given)
    const head = [
      `POST ${pathOf(0)} HTTP/1.1`,
      `authorization: ${secret}`,
      `webhook-id: ${requestId}`,
      "webhook-timestamp: 1768469400",
      `webhook-signature: ${signatureOf(secret, requestId, "1768469400", body)}`
    ].join("\r\n")
    return { head, body: Buffer.from(change(body)), at: 0 }
  }

  it("holds when every event has arrived, in whatever requests", () => {
    assert.deepStrictEqual(arrivalProblems([arrival(events.slice(0, 2)), arrival(events.slice(2))], accepted), [])
    assert.strictEqual(arrival(events.slice(0, 1)).body.length, bodyBytes)
  })

  const broken: ReadonlyArray<readonly [title: string, arrivals: () => ReadonlyArray<Arrival>, says: RegExp]> = [
    ["is missing", () => [arrival(events.slice(1))], /^Event 0 \(.*\) arrived never$/],
    ["came twice", () => [arrival(events), arrival(events.slice(0, 1))], /^Event 0 \(.*\) arrived 2 times$/],
    ["has another payload", () => [arrival(events, (body) => body.replace("five", "nine"))], /is altered$/],
    ["has another time", () => [arrival(events, (body) => body.replace("T09:30", "T09:31"))], /is altered$/],
    [
      "was not accepted",
      () => [arrival(events), arrival([{ number: 3, id: crypto.randomUUID(), webhook: 0, isKeyless: false }])],
      /is not for this webhook$/
    ],
    [
      "went to another webhook",
      () => [arrival(events)].map((request) => ({ ...request, head: request.head.replace(pathOf(0), pathOf(1)) })),
      /is not for this webhook$/
    ],
    [
      "is signed with another key",
      () => [arrival(events)].map((request) => ({ ...request, head: request.head.replace(/v1,..../, "v1,0000") })),
      /is not signed as it should be$/
    ],
    [
      "comes without the secret",
      () =>
        [arrival(events)].map((request) => ({ ...request, head: request.head.replace("whsec_MDEy", "whsec_0000") })),
      /is not signed as it should be$/
    ]
  ]
  for (const [title, arrivals, says] of broken) {
    it(`fails when an event ${title}`, () => {
      const [problem, ...others] = arrivalProblems(arrivals(), accepted)
      assert.match(problem!, says)
      assert.isEmpty(others)
    })
  }
})

it("reads HTTP messages however they are cut into pieces", () => {
  const bytes = Buffer.from(
    "POST /a HTTP/1.1\r\nContent-Length: 5\r\n\r\nhelloPOST /b HTTP/1.1\r\n\r\nPOST /c HTTP/1.1\r\ncontent-length: 3\r\n\r\nend"
  )
  for (const size of [1, 2, 7, 40, bytes.length]) {
    const messages: Array<HttpMessage> = []
    const read = makeMessageReader((message) => messages.push(message))
    for (let start = 0; start < bytes.length; start += size) read(bytes.subarray(start, start + size))
    assert.deepStrictEqual(
      messages.map(({ body, head }) => [head.split(" ")[1], body.toString()]),
      [
        ["/a", "hello"],
        ["/b", ""],
        ["/c", "end"]
      ]
    )
  }
})

it("refuses messages whose length is not told", () => {
  const read = makeMessageReader(() => {})
  assert.throws(() => read(Buffer.from("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n")), /content-length/)
})

describe("what two processes publish", () => {
  const shared = { ...workload, webhooks: 4, events: 97 }
  const sharesBy = (by: Share["by"]) =>
    [0, 1].map((nth) => publicationsOf({ ...shared, share: { nth, of: 2, by } }, 1000))

  it.for(["seller", "publication"] as const)("is all that there is, once, where they share it by the %s", (by) => {
    const parts = sharesBy(by)
    for (const part of parts) assert.isNotEmpty(part)
    assert.sameDeepMembers(parts.flat(), [...publicationsOf(shared, 1000)])
  })

  it("is for sellers of their own, or for all of them by turns", () => {
    const webhooksBy = (by: Share["by"]) => sharesBy(by).map((part) => [...new Set(part.map(({ webhook }) => webhook))])
    assert.deepStrictEqual(webhooksBy("seller"), [
      [0, 2],
      [1, 3]
    ])
    for (const webhooks of webhooksBy("publication")) assert.sameMembers(webhooks, [0, 1, 2, 3])
  })
})

it("takes the middle, and shares, of measured values", () => {
  assert.strictEqual(median([3, 1, 2]), 2)
  assert.strictEqual(median([4, 1, 2, 3]), 2.5)
  assert.strictEqual(percentile([5, 1, 4, 2, 3], 0.99), 5)
  assert.strictEqual(percentile([5, 1, 4, 2, 3], 0.5), 3)
  assert.throws(() => median([]))
})

it("names prefilled records by ids that grow with time", () => {
  const end = Date.UTC(2026, 0, 15)
  const records = [1, 2, 999, 1000].map((place) => historyRecord(place, 1000, end))
  assert.strictEqual(records.at(-1)!.time, end)
  assert.deepStrictEqual(
    records.map(({ id }) => id),
    records.map(({ id }) => id).toSorted()
  )
})

describe("the documents of a run", () => {
  const section: Section = {
    name: "x",
    title: "X",
    settings: ["3 rounds"],
    tables: [
      {
        columns: ["Per", "Rate", "Time", "Of bare"],
        rows: [
          ["slow (a)", "1,200 (900 – 1,300)", "8 ms", "10 %"],
          ["fast", "2,400", "4 ms (3 ms – 5 ms)", "20 %"]
        ]
      }
    ],
    aims: [{ what: "fast", aim: "more", reached: "2,400", isMet: true }],
    charts: [{ name: "speed", alternative: "How fast", svg: "<svg/>" }]
  }
  const empty = (name: string) => `<!-- begin ${name} -->\n<!-- end ${name} -->\n`
  const measurements = withSections(`A\n${empty("machine")}B\n${empty("x")}C\n`, [section], ["2 cores"], "2026-01-15")

  it("write a part and leave the rest", () => {
    const document = "a\n<!-- begin x -->\nold\n<!-- end x -->\nb\n"
    assert.strictEqual(replacePart(document, "x", "new"), "a\n<!-- begin x -->\n\nnew\n\n<!-- end x -->\nb\n")
    assert.strictEqual(partOf(replacePart(document, "x", "new"), "x"), "new")
    assert.throws(() => replacePart(document, "y", "new"), /no part y/)
    assert.throws(() => partOf(document, "y"), /no part y/)
  })

  it("keep all that was measured", () => {
    assert.match(measurements, /^A\n[^]*- 2 cores[^]*\nB\n[^]*\nC\n$/)
    const part = partOf(measurements, "x")
    for (const text of ["1,200 (900 – 1,300)", "![How fast](speed.svg)", "- Measured on 2026-01-15", "- 3 rounds"]) {
      assert.include(part, text)
    }
    const again = withSections(measurements, [], ["4 cores"], "2026-01-16")
    assert.strictEqual(partOf(again, "x"), part)
    assert.strictEqual(partOf(again, "machine"), "- 4 cores")
  })

  it("show users medians of some rows and columns, with the charts and the day", () => {
    const rows = { fast: "Fast", "slow (a)": "Slow", "not measured": "Nothing" }
    const columns = { Time: "Milliseconds", Rate: "Rate" }
    assert.deepStrictEqual(
      excerptText(measurements, { name: "x", tables: [{ table: 0, rows, columns }] }, "performance").split("\n"),
      [
        "| Per  | Milliseconds | Rate  |",
        "| ---- | ------------ | ----- |",
        "| Fast | 4 ms         | 2,400 |",
        "| Slow | 8 ms         | 1,200 |",
        "",
        "![How fast](performance/speed.svg)",
        "",
        "Measured on 2026-01-15."
      ]
    )
    const every = excerptText(measurements, { name: "x", tables: [{ table: 0, columns: { Rate: "Rate" } }] })
    assert.match(every, /\| slow \(a\) \| 1,200 \|\n\| fast +\| 2,400 \|/)
    const missing = { name: "x", tables: [{ table: 0, columns: { Speed: "Speed" } }] }
    assert.throws(() => excerptText(measurements, missing), /no column Speed/)
  })

  it.for(pages)("agree: $file has the figures of the measurements, and no others", (page) => {
    const [text, measured] = [readFileSync(fileOf(page), "utf8"), readFileSync(measurementsFile, "utf8")]
    // The formatter decides how wide a column is.
    const squeezed = (table: string) => table.replaceAll(/-{3,}/g, "---").replaceAll(/ +/g, " ")
    assert.strictEqual(squeezed(text), squeezed(withExcerpts(text, page, measured)))
    for (const excerpt of page.excerpts) {
      const shown = excerptText(measured, excerpt)
      for (const name of excerpt.tables.flatMap(({ rows = {} }) => Object.values(rows))) assert.include(shown, name)
    }
  })
})
