/** `sellerkit doctor`: what it finds in an installation, and what it says to do. */
import { assert, describe, it } from "@effect/vitest"
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterEach, beforeEach, vi } from "vitest"
import { type Installation, makeInstallation } from "./installation.ts"
import { operatorKey, secretKeyList, startService } from "./runningService.ts"

const secrets = {
  SELLERKIT_OPERATOR_KEY: operatorKey,
  SELLERKIT_TOKEN_SECRET: "a secret of at least thirty-two characters",
  SELLERKIT_SECRET_KEYS: secretKeyList("test")
}

describe("doctor", () => {
  let installation: Installation
  beforeEach(() => {
    installation = makeInstallation()
  })
  afterEach(() => installation.remove())

  it("finds nothing wrong before the first start, and makes nothing", async () => {
    const { checks, code, err, said } = await installation.doctor()
    assert.deepStrictEqual([code, err], [0, ""])
    assert.deepStrictEqual(said("settings"), ["ok: Complete for the development profile"])
    assert.deepStrictEqual(said("database"), [`ok: ${installation.file} is made on the first start`])
    assert.deepStrictEqual(
      checks.filter(({ status }) => status !== "ok").map(({ check }) => check),
      ["service"]
    )
    assert.match(said("service")[0]!, /^warning: No service answers .* → Start it with sellerkit serve/)
    assert.deepStrictEqual(readdirSync(installation.folder), [])
  })

  it("finds a running service in order, and its database in use", async () => {
    const service = await installation.running()
    await vi.waitFor(async () => assert.strictEqual((await service.call("GET", "/health/ready")).status, 200))
    const { port } = new URL(service.url)
    const options = { env: { ...secrets, PORT: port, HOST: "127.0.0.1" } }
    const { checks, code, said } = await installation.doctor(["--profile", "production"], options)
    assert.deepStrictEqual([...new Set(checks.map(({ status }) => status))], ["ok"], JSON.stringify(checks))
    assert.strictEqual(code, 0)
    assert.deepStrictEqual(said("port"), [`ok: The running service has 127.0.0.1:${port}`])
    assert.match(said("database").join("\n"), /^ok: In use by the running service, schema \d+$/)
    assert.deepStrictEqual(said("operator key"), ["ok: The service takes it"])
    assert.deepStrictEqual(said("integrity"), [], "not while somebody writes")
    for (const check of ["dispatcher", "clock", "secrets", "disk", "folder"]) assert.isNotEmpty(said(check), check)
  })

  it("says all of it in lines to people, and how many problems there are", async () => {
    const options = { columns: 400, env: { SELLERKIT_OPERATOR_KEY: "short" } }
    const { code, err, out } = await installation.doctor(["--profile", "production"], options)
    assert.strictEqual(code, 1)
    const lines = out
      .split("\r\u001B[K")
      .filter((text) => !text.startsWith("Checking the"))
      .join("")
      .split("\n")
    const advice = "give a random text of at least 32 ASCII characters, without blanks at its ends"
    assert.include(lines, `problem  settings      SELLERKIT_OPERATOR_KEY: ${advice}`)
    assert.isTrue(lines.some((line) => line.startsWith("warning  service       No service answers at")))
    assert.match(err, /There are 2 problems/)
    assert.notInclude(out, "short")
  })

  it("names everything that is wrong with the settings, and goes on with the rest", async () => {
    const { code, err, said } = await installation.doctor(["--profile", "production"], {
      env: {
        SELLERKIT_TOKEN_SECRET: "short",
        SELLERKIT_TOKEN_JWKS_URL: "https://host.example/keys",
        PORT: "99999"
      }
    })
    assert.strictEqual(code, 1)
    const settings = said("settings").join("\n")
    assert.match(settings, /problem: SELLERKIT_OPERATOR_KEY is missing/)
    assert.match(settings, /problem: SELLERKIT_TOKEN_SECRET: give a random text/)
    assert.match(settings, /SELLERKIT_TOKEN_SECRET, SELLERKIT_TOKEN_JWKS_URL: tokens are checked in one way/)
    assert.match(settings, /problem: PORT: give a port number/)
    assert.match(JSON.parse(err).error, /There are 4 problems/)
    assert.isNotEmpty(said("service"))
  })

  it("looks for the service at its port, whatever else is wrong with the settings", async () => {
    const service = await installation.running()
    const { port } = new URL(service.url)
    const env = { ...secrets, PORT: port, HOST: "127.0.0.1", SELLERKIT_TOKEN_SECRET: "short" }
    const { code, said } = await installation.doctor(["--profile", "production"], { env })
    assert.strictEqual(code, 1)
    assert.deepStrictEqual(said("port"), [`ok: The running service has 127.0.0.1:${port}`])
    assert.match(said("service")[0]!, /^ok/)
  })

  it("tries the keys that tokens are checked with", async () => {
    const pem = { SELLERKIT_OPERATOR_KEY: operatorKey, SELLERKIT_TOKEN_PUBLIC_KEY: "no key" }
    const key = await installation.doctor(["--profile", "production"], { env: pem })
    assert.match(key.said("settings")[0]!, /^problem: SELLERKIT_TOKEN_PUBLIC_KEY: The public key is not a PEM/)
    const port = await installation.answering((request, response) => {
      response.end(request.url === "/keys" ? '{"keys":[]}' : "{}")
    })
    const settingsWith = async (path: string) => {
      const url = `http://127.0.0.1:${port}${path}`
      const { SELLERKIT_TOKEN_SECRET: _, ...others } = secrets
      const env = { ...others, SELLERKIT_TOKEN_JWKS_URL: url }
      return (await installation.doctor(["--profile", "production"], { env })).said("settings")[0]!
    }
    assert.match(await settingsWith("/keys"), /^ok/)
    assert.match(await settingsWith("/other"), /^problem: SELLERKIT_TOKEN_JWKS_URL: no key set is found/)
  })

  it("says that nothing is kept in memory, and that a made-up file is none", async () => {
    const several = await installation.doctor([], { env: { SELLERKIT_PROCESSES: "4" } })
    assert.deepStrictEqual(several.said("settings"), [
      "problem: SELLERKIT_PROCESSES is 4, and the database is one that a single process uses → Name a PostgreSQL database with SELLERKIT_DATABASE=postgres://…, or leave SELLERKIT_PROCESSES out"
    ])
    const memory = await installation.doctor([], { env: { SELLERKIT_DATABASE: "memory:" } })
    assert.strictEqual(memory.code, 0)
    assert.match(memory.said("settings")[0]!, /^warning: .*everything is forgotten.* → Name a file/)
    assert.deepStrictEqual(memory.said("database"), [])
    writeFileSync(join(installation.folder, "development.json"), "{}")
    const broken = await installation.doctor()
    assert.strictEqual(broken.code, 1)
    assert.match(broken.said("settings")[0]!, /^problem: .*development\.json cannot be read; delete it/)
  })

  it("says which folder cannot be used, and which files others can read", async () => {
    const inFile = join(installation.folder, "a file")
    writeFileSync(inFile, "")
    const { said } = await installation.doctor([], { env: { SELLERKIT_DATA: join(inFile, "data") } })
    assert.match(said("folder")[0]!, /^problem: .*a file is no folder → .*SELLERKIT_DATA/)
    mkdirSync(join(installation.folder, "data"))
    const missing = await installation.doctor([], {
      env: { SELLERKIT_DATA: join(installation.folder, "data", "deeper") }
    })
    assert.match(missing.said("folder")[0]!, /^ok: .*deeper is made on the first start/)
    await (await startService({ database: { kind: "sqlite", file: installation.file } })).stop()
    assert.match((await installation.doctor()).said("secrets")[0]!, /^ok: Only their owner may use \S+sellerkit\.db$/)
    chmodSync(installation.file, 0o644)
    const open = await installation.doctor()
    assert.strictEqual(open.code, 1)
    assert.match(open.said("secrets")[0]!, /^problem: .*mode 644.* → Run chmod 600 \S+sellerkit\.db$/)
  })

  describe("of the database", () => {
    it("says that it is whole, or no database", async () => {
      await (await startService({ database: { kind: "sqlite", file: installation.file } })).stop()
      const whole = await installation.doctor()
      assert.match(whole.said("database")[0]!, /^ok: \S+sellerkit\.db can be opened, schema \d+$/)
      assert.deepStrictEqual(whole.said("integrity"), [`ok: ${installation.file} is whole`])
      writeFileSync(installation.file, "this is no database, whatever its name says ".repeat(100), { mode: 0o600 })
      const broken = await installation.doctor()
      assert.strictEqual(broken.code, 1)
      assert.match(broken.said("database")[0]!, /^problem: .*cannot be opened: file is not a database → Check/)
    })

    it("says that a newer version wrote it, and that its newest record is in the future", async () => {
      await (await startService({ database: { kind: "sqlite", file: installation.file } })).stop()
      const database = new DatabaseSync(installation.file)
      const future = Date.now() + 3 * 3_600_000 + 30_000
      database.exec(
        `insert into record (account, collection, key, since, content) values (1, 'history', 'a', ${future}, '{}')`
      )
      const ahead = await installation.doctor()
      assert.strictEqual(ahead.code, 1)
      assert.match(ahead.said("clock")[0]!, /^problem: The newest record of the database is 3h.* in the future → .*NTP/)
      database.exec("insert into migration (version, name) values (99, 'later')")
      database.close()
      assert.match(
        (await installation.doctor()).said("database")[0]!,
        /^problem: A newer version .*schema 99.* → Use that version/
      )
    })

    it("says that somebody uses it who does not answer", async () => {
      await installation.running()
      const { code, said } = await installation.doctor()
      assert.strictEqual(code, 0)
      assert.match(said("database")[0]!, /^warning: A process uses .*, and no service answers → /)
    })
  })

  describe("of the service", () => {
    it("says that its key is another", async () => {
      const service = await installation.running()
      const { code, said } = await installation.doctor(["--url", service.url], {
        env: { SELLERKIT_OPERATOR_KEY: "w".repeat(32) }
      })
      assert.strictEqual(code, 1)
      assert.match(said("operator key")[0]!, /^problem: The operator key is wrong.* → Set SELLERKIT_OPERATOR_KEY/)
    })

    it("says that something else has the port, or that none answers where one should", async () => {
      const port = await installation.answering((_, response) => response.writeHead(404).end("nothing here"))
      const { code, said } = await installation.doctor([], { env: { PORT: String(port) } })
      assert.strictEqual(code, 1)
      assert.match(
        said("port")[0]!,
        /^problem: Cannot listen at 127\.0\.0\.1:\d+: the port is in use → Choose another with PORT/
      )
      assert.match(said("service")[0]!, /^problem: What answers at \S+ is no service of this kind \(status 404\) → /)
      const named = await installation.doctor(["--url", "http://127.0.0.1:9"])
      assert.match(named.said("service")[0]!, /^problem: No service answers at http:\/\/127\.0\.0\.1:9 → Start it/)
    })

    it("says that nothing can listen at an address that is not this machine's", async () => {
      const { said } = await installation.doctor([], {
        env: { PORT: "8089", HOST: "192.0.2.1", SELLERKIT_URL: "http://127.0.0.1:9" }
      })
      assert.match(said("port")[0]!, /^problem: .*this machine has no such address → Set HOST/)
    })
  })
})
