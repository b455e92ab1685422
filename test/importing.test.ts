/** `sellerkit import` as processes: as docs/importing.md shows it, killed anywhere and run again, and with a long file. */
import { Which, propertyRuns } from "@sellerkit/testing"
import { SampleSeller } from "@sellerkit/sandbox"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { closeSync, createWriteStream, existsSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { setTimeout } from "node:timers/promises"
import { gunzipSync, gzipSync } from "node:zlib"
import { startFreshService } from "./fixtures/freshService.ts"
import { program } from "./fixtures/program.ts"
import { type RunningProcess, startProcess } from "./fixtures/runningProcess.ts"
import { inLanguage } from "./fixtures/snippets.ts"

type FreshService = Awaited<ReturnType<typeof startFreshService>>

let service: FreshService
let log: number
const servers: Array<Server> = []
beforeAll(async () => {
  service = await startFreshService()
  log = openSync(join(service.work, "imports.log"), "w")
})
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  closeSync(log)
  await service.end()
})

const inFolder = (name: string): string => join(service.work, name)

const listen = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener).listen(0, "127.0.0.1")
  servers.push(server)
  await new Promise((resolve) => server.once("listening", resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** `url` is where the service is, or what stands before it. */
const startImport = (url: string, args: ReadonlyArray<string>, node: ReadonlyArray<string> = []): RunningProcess =>
  startProcess([...node, program, "import", "orders", ...args], {
    cwd: service.work,
    env: { ...process.env, SELLERKIT_URL: url, SELLERKIT_OPERATOR_KEY: service.fact("Operator key") },
    log
  })

const linesOf = (name: string): ReadonlyArray<any> =>
  readFileSync(inFolder(name), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))

const sample = { seed: "import", from: "2026-01-05", products: 20 } as const

const ordersOf = (count: number) =>
  [...new SampleSeller({ ...sample, until: "2026-01-07", ordersPerDay: 2 * count }).orders()].slice(0, count)

/** The rows as the operator interface takes them. */
const record = async (seller: string, rows: ReadonlyArray<object>): Promise<any> => {
  const path = `/operator/v1/sellers/${seller}/reports/orders`
  const answer = await fetch(`${service.fact("API")}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${service.fact("Operator key")}`, "content-type": "application/x-ndjson" },
    body: rows.map((row) => JSON.stringify(row)).join("\n")
  })
  return answer.json()
}

describe("the commands of docs/importing.md", () => {
  const [importing, extracting, correcting, sampling] = inLanguage("sh")
    .filter(({ file }) => file === "docs/importing.md")
    .map(({ text }) => text)

  const shell = (script: string) =>
    service.runShell(`sellerkit() { "${process.execPath}" ${program} "$@"; }\n${script}`, {
      SELLERKIT_URL: service.fact("API")
    })

  it("import a file, name what is refused, and import it when it is corrected", async () => {
    const rows = ordersOf(50).map((row, index) => (index % 20 === 7 ? { ...row, nmId: -1 } : row))
    const csv = [Object.keys(rows[0]!), ...rows.map((row) => Object.values(row))].map((cells) => cells.join(";"))
    writeFileSync(inFolder("orders.csv.gz"), gzipSync(csv.join("\n")))
    const first = await shell(importing!)
    assert.strictEqual(first.status, 1, first.out)
    const counts = { accepted: 47, changed: 47, refused: 3, refusedFile: "orders.csv.gz.refused.ndjson" }
    assert.include(first.out, JSON.stringify(counts))
    assert.deepStrictEqual(
      linesOf(counts.refusedFile).map(({ field, line }) => [line, field]),
      [9, 29, 49].map((line) => [line, "nmId"])
    )

    const extracted = await shell(extracting!)
    assert.strictEqual(extracted.status, 0, extracted.out)
    const wrong = readFileSync(inFolder("corrected.ndjson"), "utf8")
    writeFileSync(inFolder("corrected.ndjson"), wrong.replaceAll(/"nmId":"?-1"?/g, '"nmId":17'))
    const second = await shell(correcting!)
    assert.strictEqual(second.status, 0, second.out)
    assert.include(second.out, JSON.stringify({ accepted: 3, changed: 3, refused: 0 }))
  })

  it("print rows for trials, in each format", async () => {
    const { out, status } = await shell(sampling!)
    assert.strictEqual(status, 0, out)
    const orders = linesOf("orders.ndjson")
    assert.lengthOf(orders, 10_000)
    const sales = readFileSync(inFolder("sales.csv"), "utf8").trimEnd().split("\n")
    assert.lengthOf(sales, 10_001)
    assert.match(sales[0]!, /\bsrid\b.*\bsaleID\b|\bsaleID\b.*\bsrid\b/)
  })
})

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** When a run of the import is killed. */
const Kill = Schema.Struct({
  /** At so many calls of that run. */
  call: between(1, 4),
  /** Before the service has the call, before it answers, or when it has answered. */
  moment: Schema.Literals(["sent", "stored", "answered"]),
  /** After that. */
  milliseconds: between(0, 15)
})

/** Runs that are killed one after the other, until one comes to its end. */
const Trial = Schema.Struct({
  rowsPerCall: between(20, 120),
  kills: Schema.Tuple([Kill, Kill, Kill]),
  /** Which rows cannot be read. */
  broken: Which
})

/** Stands before the service. `kill` is asked for at each call. */
const startRelay = async (next: () => { readonly kill: typeof Kill.Type; readonly run: RunningProcess } | undefined) =>
  listen(async (request: IncomingMessage, response) => {
    // Of a call that was being sent when its process was killed there is only a part.
    const body = await buffer(request).catch(() => undefined)
    if (body === undefined) return
    const due = next()
    const killed = async (moment: (typeof Kill.Type)["moment"]) => {
      if (due?.kill.moment !== moment) return false
      await setTimeout(due.kill.milliseconds)
      void due.run.kill()
      return true
    }
    if (await killed("sent")) return void request.socket.destroy()
    const headers = new Headers(request.headers as Record<string, string>)
    for (const name of ["connection", "content-length", "host", "transfer-encoding"]) headers.delete(name)
    const answer = await fetch(`${service.fact("API")}${request.url}`, { method: "POST", headers, body })
    const text = await answer.text()
    if (await killed("stored")) return void request.socket.destroy()
    response.writeHead(answer.status, { "content-type": "application/json" }).end(text)
    await killed("answered")
  })

describe("an import that is killed anywhere, and run again", () => {
  const rows = ordersOf(600)
  // Of rows with one key the later one counts, wherever the import was killed.
  const later = rows.slice(0, 60).map((row) => ({ ...row, sticker: "later" }))
  let trials = 0

  const take = async ({ broken, kills, rowsPerCall }: typeof Trial.Type): Promise<void> => {
    const isBroken = (index: number) => index % 37 === broken % 37
    const lines = [...rows, ...later].map((row, index) => (isBroken(index) ? "broken" : JSON.stringify(row)))
    const name = `killed-${trials++}.ndjson`
    writeFileSync(inFolder(name), lines.join("\n"))
    const seller = crypto.randomUUID()
    const left = [...kills]
    let calls = 0
    let run: RunningProcess | undefined
    const url = await startRelay(() => {
      const [kill] = left
      return kill !== undefined && ++calls === kill.call ? { kill, run: run! } : undefined
    })
    let code: number | null = null
    while (code === null) {
      calls = 0
      run = startImport(url, [name, "--seller", seller, "--rows-per-call", String(rowsPerCall)])
      code = await run.ended
      left.shift()
    }
    const refused = lines.flatMap((line, index) => (line === "broken" ? [index + 1] : []))
    assert.strictEqual(code, 1)
    assert.deepInclude(JSON.parse(run!.lines.at(-1)!), {
      accepted: lines.length - refused.length,
      refused: refused.length
    })
    const named = linesOf(`${name}.refused.ndjson`).map(({ line }) => line)
    assert.deepStrictEqual(named, refused)
    assert.isFalse(existsSync(inFolder(`${name}.sellerkit-import.json`)))
    // Every row is there as the file has it last.
    const good = [...rows, ...later].filter((_, index) => !isBroken(index))
    const expected = [...new Map(good.map((row) => [row.srid, row])).values()]
    assert.deepInclude(await record(seller, expected), { accepted: expected.length, changed: 0 })
  }

  it.effect.prop(
    "loses and doubles nothing",
    [Trial],
    ([trial]) => Effect.promise(() => take(trial)),
    // A trial takes seconds: only the first smaller ones are looked for.
    { timeout: 600_000, arbitrary: { ...propertyRuns(1, 30), maxShrinks: 5 } }
  )
})

describe("an import of a long file", () => {
  const [row] = ordersOf(1)

  /** Takes everything, and keeps nothing. */
  const startService = () =>
    listen(async (request, response) => {
      const text = gunzipSync(await buffer(request)).toString("latin1")
      const accepted = text.split("\n").length
      response.writeHead(200, { "content-type": "application/json" })
      response.end(JSON.stringify({ accepted, changed: accepted, refused: [], more: 0 }))
    })

  const writeRows = async (name: string, count: number): Promise<void> => {
    const file = createWriteStream(inFolder(name))
    for (let first = 0; first < count; first += 1000) {
      const lines = Array.from({ length: 1000 }, (_, index) => JSON.stringify({ ...row, srid: `${first + index}` }))
      if (!file.write(`${lines.join("\n")}\n`)) await new Promise((resolve) => file.once("drain", resolve))
    }
    await new Promise<void>((resolve) => file.end(resolve))
  }

  // Node.js lets garbage lie as long as there is room. In MiB: the command itself takes some 60, and ends where it has no more.
  const heap = "--max-old-space-size=100"
  const telling = `data:text/javascript,process.on("exit", () => console.log(process.resourceUsage().maxRSS))`

  /** The most memory that the command had, in MiB; more than any where its heap had no room and a signal ended it. */
  const peakOf = async (url: string, count: number): Promise<number> => {
    // Where a signal ended a run, the state of its import stays beside its file.
    const name = `long-${crypto.randomUUID()}.ndjson`
    await writeRows(name, count)
    const run = startImport(url, [name, "--seller", crypto.randomUUID()], [heap, "--import", telling])
    const status = await run.ended
    rmSync(inFolder(name))
    if (status === null) return Number.POSITIVE_INFINITY
    assert.strictEqual(status, 0, readFileSync(inFolder("imports.log"), "utf8"))
    const [result, peak] = run.lines.slice(-2)
    assert.deepInclude(JSON.parse(result!), { accepted: count, refused: 0 })
    return Number(peak) / 1024
  }

  it("has few of its rows in memory at a time", { timeout: 600_000 }, async () => {
    const url = await startService()
    const few = await peakOf(url, 2000)
    assert.isTrue(Number.isFinite(few))
    // As rows they are some 150 MiB, which the heap has no room for; what is outside of it is measured. A busy machine lets garbage
    // lie for longer, and rows that are kept are there in each run: the least of three counts.
    const many: Array<number> = []
    while (many.length < 3 && !many.some((peak) => peak - few < 64)) {
      many.push(await peakOf(url, 1000 * propertyRuns(60, 1).runs!))
    }
    assert.isBelow(Math.min(...many) - few, 64, `${few} MiB, and ${many.join(", ")} MiB`)
  })
})
