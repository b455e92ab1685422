/** Rows of reports that are imported from files: against a service with a database in a file, also where the import is killed. */
import { afterAll, assert, describe, it } from "@effect/vitest"
import { SampleSeller } from "@sellerkit/sandbox"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync, gzipSync } from "node:zlib"
import { vi } from "vitest"
import { ended, makeCommandFolder } from "./commandProcess.ts"
import { type CommandOptions, runCommand, startCommand } from "./runningCommand.ts"
import { operatorKey, startService } from "./runningService.ts"

const folder = mkdtempSync(join(tmpdir(), "sellerkit-import-"))
const service = await startService({ database: { kind: "sqlite", file: join(folder, "sellerkit.db") } })
const commands = makeCommandFolder()
afterAll(async () => {
  commands.remove()
  await service.stop()
  rmSync(folder, { recursive: true })
})

const options = { seed: "import", from: "2026-01-05", until: "2026-02-02", ordersPerDay: 30, products: 40 } as const
const ndjson = (rows: Iterable<unknown>): string => [...rows].map((row) => `${JSON.stringify(row)}\n`).join("")

const linesOf = (file: string): ReadonlyArray<any> =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))

let files = 0
const write = (content: string | Uint8Array, ending = "ndjson"): string => {
  const file = join(folder, `rows-${files++}.${ending}`)
  writeFileSync(file, content)
  return file
}

const stateOf = (file: string) => `${file}.sellerkit-import.json`
const refusedOf = (file: string) => `${file}.refused.ndjson`

const environment = (url = service.url) => ({
  SELLERKIT_URL: url,
  SELLERKIT_DATA: folder,
  SELLERKIT_OPERATOR_KEY: operatorKey
})

const runImport = (args: ReadonlyArray<string>, given: CommandOptions = {}) =>
  runCommand(["import", ...args], { ...given, env: { ...environment(), ...given.env } })

const resultOf = async (args: ReadonlyArray<string>, given: CommandOptions = {}) => {
  const { code, err, out } = await runImport(args, given)
  return { code, err, result: out === "" ? undefined : JSON.parse(out) }
}

interface Passed {
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Stands before the service: may keep a request back, or an answer. */
const startRelay = async (
  decide: (request: number, body: Buffer) => "answer" | "drop" | "fail" | "hang" | "lose" | "wait"
) => {
  const requests: Array<Passed> = []
  const server = createServer((request, response) => {
    const parts: Array<Buffer> = []
    request.on("data", (part: Buffer) => parts.push(part))
    request.on("end", async () => {
      const body = Buffer.concat(parts)
      const kind = decide(requests.push({ headers: request.headers, body }), body)
      if (kind === "hang") return
      if (kind === "drop") return void request.socket.destroy()
      if (kind === "fail") return void response.writeHead(503).end()
      if (kind === "wait") return void response.writeHead(429, { "retry-after": "0" }).end()
      const { authorization, "idempotency-key": key } = request.headers
      const answer = await fetch(`${service.url}${request.url}`, {
        method: "POST",
        headers: {
          authorization: String(authorization),
          "idempotency-key": String(key),
          "content-encoding": "gzip",
          "content-type": "application/x-ndjson"
        },
        body
      })
      const text = await answer.text()
      if (kind === "lose") return void request.socket.destroy()
      response.writeHead(answer.status, { "content-type": "application/json" }).end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

describe("import of a report", () => {
  it("stores the rows of each kind, and the same rows again change nothing", async () => {
    const seller = new SampleSeller(options)
    const sellerArgs = ["--seller", crypto.randomUUID()]
    for (const kind of ["incomes", "stocks", "orders", "sales", "realization"] as const) {
      const rows = [...seller.rows(kind)]
      const file = write(ndjson(rows))
      const first = await resultOf([kind, file, ...sellerArgs])
      // A return has the key of its sale, and the later row counts.
      const keys = kind === "sales" ? lastOf(kind, rows).length : rows.length
      assert.deepStrictEqual([first.code, first.result.accepted, first.result.refused], [0, rows.length, 0], first.err)
      assert.isAtLeast(first.result.changed, keys)
      assert.isFalse(existsSync(stateOf(file)) || existsSync(refusedOf(file)))
      const again = await resultOf([kind, "-", ...sellerArgs], { input: ndjson(lastOf(kind, rows)) })
      assert.deepStrictEqual([again.code, again.result], [0, { accepted: keys, changed: 0, refused: 0 }])
    }
  })

  it("reports each refused row with its line, field and reason, and stores the others", async () => {
    const rows = [...new SampleSeller({ ...options, until: "2026-01-25" }).orders()]
    const wrong = new Map<number, readonly [field: string, row: unknown]>()
    const lines = rows.map((row, index) => {
      const line = index + 1
      // More than one answer names.
      if (line % 3 !== 0) return JSON.stringify(row)
      if (line % 2 === 0) {
        wrong.set(line, ["", "{broken"])
        return "{broken"
      }
      const bad = { ...row, nmId: -line }
      wrong.set(line, ["nmId", bad])
      return JSON.stringify(bad)
    })
    const file = write(lines.join("\n"))
    const { code, err, result } = await resultOf(["orders", file, "--seller", crypto.randomUUID()])
    const accepted = rows.length - wrong.size
    assert.isAbove(wrong.size, 150)
    assert.deepStrictEqual(
      [code, result],
      [1, { accepted, changed: accepted, refused: wrong.size, refusedFile: refusedOf(file) }]
    )
    assert.include(err, `${wrong.size} refused. What is wrong with each row is in ${refusedOf(file)}`)
    const refused = linesOf(refusedOf(file))
    assert.deepStrictEqual(
      refused.map(({ field, line, row }) => [line, field, row]),
      [...wrong].map(([line, [field, row]]) => [line, field, row])
    )
    assert.isTrue(refused.every(({ reason }) => reason.length > 5))
  })

  it("reads CSV from the standard input, and warns of columns that are no fields", async () => {
    const header = "srid;date;extra\n"
    const bytes = `${header}a;2026-01-15;x\n`
    const { code, err, result } = await resultOf(
      ["orders", "--format", "csv", "--seller", crypto.randomUUID(), "--refused", join(folder, "refused.ndjson")],
      { input: bytes }
    )
    assert.deepStrictEqual([code, result.refused], [1, 1])
    assert.include(err, "Columns that are no fields of orders were left out: extra")
    const [refused] = linesOf(join(folder, "refused.ndjson"))
    assert.deepStrictEqual([refused.line, refused.row], [2, { srid: "a", date: "2026-01-15" }])
    assert.notStrictEqual(refused.field, "")
  })

  it("shows a bar on a terminal, and lines elsewhere", async () => {
    const text = ndjson(new SampleSeller(options).orders())
    const seller = ["--seller", crypto.randomUUID()]
    const shown = await runImport(["orders", write(gzipSync(text), "ndjson.gz"), ...seller], { columns: 120 })
    assert.strictEqual(shown.err, "")
    assert.match(shown.out, /\[#{20}\] 100% [\d,]+ rows taken, 0 refused, [\d,]+ rows\/s/)
    assert.match(shown.out, /Done: [\d,]+ rows taken, 0 refused, [\d,]+ of them new/)
    const logged = await runImport(["orders", write(text), ...seller])
    assert.match(logged.err, /^100%: [\d,]+ rows taken, 0 refused\n$/)
  })

  it("tries again when the service is away or asks for patience, and says how to go on where that does not help", async () => {
    const rows = [...new SampleSeller({ ...options, ordersPerDay: 120 }).orders()]
    const outcomes = ["answer", "drop", "fail", "wait", "lose", "answer"] as const
    const relay = await startRelay((request) => outcomes[request - 1] ?? "answer")
    const file = write(ndjson(rows))
    const args = ["orders", file, "--seller", crypto.randomUUID(), "--rows-per-call", "500"]
    const { code, result } = await resultOf(args, { env: environment(relay.url) })
    assert.deepStrictEqual([code, result], [0, { accepted: rows.length, changed: rows.length, refused: 0 }])
    // What was sent again was sent under the same key.
    const bodies = Map.groupBy(relay.requests, ({ headers }) => headers["idempotency-key"])
    assert.strictEqual(bodies.size, relay.requests.length - 4)
    for (const sent of bodies.values()) assert.isTrue(sent.every(({ body }) => body.equals(sent[0]!.body)))
    relay.close()
    const refused = await resultOf(args, { env: { SELLERKIT_OPERATOR_KEY: "x".repeat(40) } })
    assert.match(refused.err, /key/i)
    assert.strictEqual(refused.code, 1)
  })

  it("says that it waits for a service that is away, and takes the corrected file or URL after it came to nothing", async () => {
    const orders = [...new SampleSeller({ ...options, until: "2026-01-07" }).orders()]
    const file = write("nonsense\n1\n", "csv")
    const seller = ["--seller", crypto.randomUUID()]
    assert.match((await resultOf(["orders", file, ...seller])).err, /names none of the fields/)
    writeFileSync(file, `${Object.keys(orders[0]!).join(",")}\n`)
    const away = startCommand(["import", "orders", write(ndjson(orders)), ...seller], {
      env: environment("http://127.0.0.1:9")
    })
    await vi.waitFor(() => assert.match(away.err(), /No service answers at .* It is asked again for some minutes\./))
    await away.stop()
    const { code, result } = await resultOf(["orders", file, ...seller])
    assert.deepStrictEqual([code, result], [0, { accepted: 0, changed: 0, refused: 0 }])
  })

  it("does not go on with a file that has changed, or with another import", async () => {
    const file = write(ndjson(new SampleSeller({ ...options, until: "2026-01-07" }).orders()))
    const seller = crypto.randomUUID()
    const relay = await startRelay(() => "answer")
    const state = (change: object) => {
      const kept = {
        kind: "orders",
        url: service.url,
        sellerId: seller,
        sandbox: false,
        fingerprint: "0",
        importId: "1",
        through: 7,
        accepted: 7,
        changed: 7,
        refused: 0,
        refusedBytes: 0
      }
      writeFileSync(stateOf(file), JSON.stringify({ ...kept, ...change }))
    }
    const errorOf = async (args: ReadonlyArray<string> = []) =>
      (await resultOf(["orders", file, "--seller", seller, ...args])).err
    state({})
    assert.match(
      await errorOf(),
      /is about a file with other content: 7 rows of that were stored\. Remove it to import/
    )
    state({ url: relay.url })
    assert.match(await errorOf(), /is about another service/)
    state({ kind: "sales" })
    assert.match(await errorOf(), /is about rows of another report/)
    state({ sellerId: crypto.randomUUID() })
    assert.match(await errorOf(), /is about another seller/)
    state({ through: "x" })
    assert.match(await errorOf(), /is no state of an import/)
    assert.match(await errorOf(["--state", `${file}.other`]), /^100%: /)
    // It came to nothing.
    state({ through: 0, accepted: 0 })
    assert.match(await errorOf(), /^100%: /)
    relay.close()
    assert.match(await errorOf(["--state", join(folder, "none", "state")]), /cannot be kept: its folder is not there/)
    assert.match((await resultOf(["orders", join(folder, "none.csv"), "--seller", seller])).err, /none\.csv/)
    assert.match((await resultOf(["orders", write("", "xls"), "--seller", seller])).err, /give --format/)
  })

  it("is no success where it is told to stop, and says how to go on", async () => {
    const rows = [...new SampleSeller({ ...options, ordersPerDay: 120 }).orders()]
    const file = write(ndjson(rows))
    // Several are sent at once, and any of them may come first.
    const isFirst = (body: Buffer) => gunzipSync(body).includes(`"${rows[0]!.srid}"`)
    const relay = await startRelay((_, body) => (isFirst(body) ? "answer" : "hang"))
    const args = ["import", "orders", file, "--seller", crypto.randomUUID(), "--rows-per-call", "500"]
    const command = commands.start(args, environment(relay.url))
    const end = ended(command)
    await vi.waitFor(() => assert.match(readFileSync(stateOf(file), "utf8"), /"through":[1-9]/))
    command.kill("SIGINT")
    const { code, err } = await end
    assert.strictEqual(code, 130)
    assert.match(err, /Stopped: .*500 rows.* so far\. The same command goes on from there\./)
    relay.close()
  })

  it("keeps the refused rows of the import before, which may be read for it, and writes over no file that is read", async () => {
    const refused = join(folder, "kept.ndjson")
    writeFileSync(refused, "the only copy")
    const args = ["orders", "-", "--seller", crypto.randomUUID(), "--refused", refused]
    const { code } = await resultOf(args, { env: { SELLERKIT_OPERATOR_KEY: "x".repeat(40) }, input: "{}" })
    assert.deepStrictEqual([code, readFileSync(`${refused}.before`, "utf8")], [1, "the only copy"])
    writeFileSync(refused, "a part of it")
    await resultOf(args, { env: { SELLERKIT_OPERATOR_KEY: "x".repeat(40) }, input: "{}" })
    const kept = [".before", ".before-2"].map((ending) => readFileSync(`${refused}${ending}`, "utf8"))
    assert.deepStrictEqual(kept, ["the only copy", "a part of it"])
    const file = write("{}")
    for (const flag of ["--refused", "--state"]) {
      const { err } = await resultOf(["orders", file, "--seller", crypto.randomUUID(), flag, file])
      assert.include(err, `${flag} names the file that is imported: ${file}`)
    }
    assert.strictEqual(readFileSync(file, "utf8"), "{}")
  })

  it("leaves a folder alone that is named for refused rows, and says so before anything is sent", async () => {
    const named = join(folder, "named")
    mkdirSync(named)
    writeFileSync(join(named, "kept"), "")
    const refusedBy = async (refused: string) => {
      const { code, err } = await resultOf([
        "orders",
        write("{}"),
        "--seller",
        crypto.randomUUID(),
        "--refused",
        refused
      ])
      assert.strictEqual(code, 1)
      return err
    }
    assert.include(await refusedBy(named), `The file of refused rows (${named}) cannot be written: it is a folder`)
    assert.include(await refusedBy(join(folder, "missing", "rows")), "its folder is not there")
    assert.match(await refusedBy("/dev/full"), /cannot be written: it is no file/)
    assert.deepStrictEqual(readdirSync(named), ["kept"])
  })

  it("takes what sellerkit sample prints, in each format", async () => {
    for (const format of ["ndjson", "csv"]) {
      const args = ["sample", "orders", "--rows", "1500", "--seed", "printed", "--format", format]
      const { code, out } = await commands.run(args)
      assert.strictEqual(code, 0)
      const { result } = await resultOf(["orders", write(out, format), "--seller", crypto.randomUUID()])
      assert.deepStrictEqual(result, { accepted: 1500, changed: 1500, refused: 0 })
    }
    assert.strictEqual((await commands.run(["sample", "stocks", "--rows", "0"])).code, 1)
  })

  it("loses and doubles nothing when it is killed at any point and run again", async () => {
    const rows = [...new SampleSeller({ ...options, ordersPerDay: 250 }).orders()]
    const lines = rows.map((row, index) => (index % 500 === 250 ? "broken" : JSON.stringify(row)))
    // Later rows of a key count, wherever the import was killed.
    const last = rows.slice(0, 300).map((row) => ({ ...row, sticker: "later" }))
    const file = write([...lines, ...last.map((row) => JSON.stringify(row))].join("\n"))
    const broken = lines.filter((line) => line === "broken").length
    const seller = crypto.randomUUID()
    let running: ReturnType<typeof commands.start> | undefined
    let kills = 0
    // The first run is killed before its second chunk arrives, the next ones after the service has it, and before it answers.
    const relay = await startRelay((request) => {
      if (![2, 4, 7].includes(request)) return "answer"
      kills++
      running!.kill("SIGKILL")
      return request === 2 ? "drop" : "lose"
    })
    let end = { code: null as number | null, out: "", err: "" }
    while (end.code === null) {
      running = commands.start(
        ["import", "orders", file, "--seller", seller, "--rows-per-call", "800"],
        environment(relay.url)
      )
      end = await ended(running)
    }
    assert.strictEqual(kills, 3)
    const result = JSON.parse(end.out)
    assert.deepStrictEqual(
      [end.code, result.refused, result.accepted],
      [1, broken, lines.length - broken + last.length]
    )
    const refused = linesOf(refusedOf(file))
    assert.deepStrictEqual(
      refused.map(({ line }) => line),
      lines.flatMap((line, index) => (line === "broken" ? [index + 1] : []))
    )
    // Every row is there as the file has it last.
    const expected = rows.flatMap((row, index) =>
      lines[index] === "broken" && index >= 300 ? [] : [index < 300 ? last[index] : row]
    )
    const again = await resultOf(["orders", "-", "--seller", seller], { input: ndjson(expected) })
    assert.deepStrictEqual(again.result, { accepted: expected.length, changed: 0, refused: 0 })
    relay.close()
  })
})

/** Of rows with the same key the last one. */
function lastOf(kind: string, rows: ReadonlyArray<any>): ReadonlyArray<unknown> {
  return kind === "sales" ? [...new Map(rows.map((row) => [row.srid, row])).values()] : rows
}
