/** `sellerkit serve` where it cannot start: what it says is wrong, and what to do. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { once } from "node:events"
import { existsSync, writeFileSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { type CommandFolder, ended, makeCommandFolder, printed } from "./commandProcess.ts"
import { runCommand } from "./runningCommand.ts"

describe("a start that fails", () => {
  let commands: CommandFolder
  beforeAll(() => {
    commands = makeCommandFolder()
  })
  afterAll(() => commands.remove())
  /** Without a process of its own, for what differs in its words alone. */
  const sellerkitHere = (args: ReadonlyArray<string>, env: Record<string, string> = {}) =>
    runCommand(args, { env: { SELLERKIT_DATA: join(commands.folder, "data"), ...env } })

  it("says which port is in use", async () => {
    const taken = createServer().listen(0, "127.0.0.1")
    await once(taken, "listening")
    const port = String((taken.address() as AddressInfo).port)
    const { code, err, out } = await commands.run(["serve"], { PORT: port, SELLERKIT_DATABASE: "memory:" })
    assert.strictEqual(code, 1)
    assert.include(err, `Cannot listen at 127.0.0.1:${port}: the port is in use. Choose another with PORT`)
    assert.strictEqual(out, "")
    const chosen = await sellerkitHere(["serve", "--port", port, "--database", "memory:"])
    assert.include(chosen.err, `Cannot listen at 127.0.0.1:${port}: the port is in use. Choose another with --port`)
    const listening = await sellerkitHere(["listen", "--no-webhook", "--port", port])
    assert.include(listening.err, "the port is in use. Choose another with --port")
    taken.close()
  })

  it("says that an address is not this machine's", async () => {
    for (const [host, run] of [
      ["192.0.2.1", commands.run],
      ["no-such-host.invalid", sellerkitHere]
    ] as const) {
      const { code, err } = await run(["serve"], { HOST: host, PORT: "0", SELLERKIT_DATABASE: "memory:" })
      assert.strictEqual(code, 1)
      assert.include(err, `Cannot listen at ${host}:0: this machine has no such address. Set HOST`)
    }
  })

  it("says which folder its files cannot be kept in", async () => {
    const file = join(commands.folder, "a file")
    writeFileSync(file, "")
    const env = { PORT: "0", SELLERKIT_DATA: join(file, "data") }
    for (const [profile, run] of [
      ["development", commands.run],
      ["production", sellerkitHere]
    ] as const) {
      const secrets = { SELLERKIT_OPERATOR_KEY: "x".repeat(32), SELLERKIT_TOKEN_SECRET: "x".repeat(32) }
      const { code, err } = await run(["serve", "--profile", profile], { ...env, ...secrets })
      assert.strictEqual(code, 1)
      assert.include(err, env.SELLERKIT_DATA)
      assert.match(err, /SELLERKIT_DATA\b/)
    }
  })

  it("says that a database cannot be opened", async () => {
    const file = join(commands.folder, "broken.db")
    writeFileSync(file, "this is no database, whatever its name says ".repeat(100))
    const { code, err } = await commands.run(["serve"], { PORT: "0", SELLERKIT_DATABASE: `sqlite:${file}` })
    assert.strictEqual(code, 1)
    assert.match(err, /cannot be opened.*SELLERKIT_DATABASE/s)
    const chosen = await sellerkitHere(["serve", "--port", "0", "--database", `sqlite:${file}`])
    assert.match(chosen.err, /cannot be opened: .*\. Check --database\.$/m)
  })

  it("says that a part of the service needs a database which others reach as well", async () => {
    const parts = [
      { args: ["dispatch"], name: "sellerkit dispatch" },
      { args: ["serve", "--api-only"], name: "sellerkit serve --api-only" },
      { args: ["serve", "--processes", "2"], name: "sellerkit serve --processes 2" },
      { args: ["serve"], name: "sellerkit serve with SELLERKIT_PROCESSES=3", processes: "3" }
    ]
    const databases = [
      { url: "memory:", why: "which no other process sees" },
      { url: "sqlite:a.db", why: "a file, which one process uses at a time" }
    ]
    for (const { args, name, processes = "1" } of parts) {
      for (const { url, why } of databases) {
        const { code, err } = await runCommand(args, {
          env: { SELLERKIT_DATA: commands.folder, SELLERKIT_DATABASE: url, SELLERKIT_PROCESSES: processes }
        })
        assert.strictEqual(code, 1)
        assert.include(err, `${name} shares its work with other processes, and its database is ${url}, ${why}. Name a`)
        assert.include(err, "SELLERKIT_DATABASE=postgres://…, or run sellerkit serve alone")
      }
    }
  })

  it("says that a database is in use, and leaves it to be read", async () => {
    const file = join(commands.folder, "busy.db")
    const env = { PORT: "0", SELLERKIT_DATABASE: `sqlite:${file}` }
    const first = commands.start(["serve"], env)
    await printed(first, /API/)
    const { code, err } = await commands.run(["serve"], env)
    assert.strictEqual(code, 1)
    assert.include(err, `The database sqlite:${file} cannot be opened: another process uses it`)
    const reader = new DatabaseSync(file, { readOnly: true })
    assert.deepInclude(reader.prepare("select count(*) as events from event").get(), { events: 0 })
    reader.close()
    first.kill("SIGKILL")
    await ended(first)
    const successor = commands.start(["serve"], env)
    await printed(successor, /API/)
    successor.kill()
    await ended(successor)
  })
})

describe("flags of a process", () => {
  let commands: CommandFolder
  beforeAll(() => {
    commands = makeCommandFolder()
  })
  afterAll(() => commands.remove())

  it("count instead of the environment", async () => {
    const file = join(commands.folder, "chosen.db")
    const env = { PORT: "none", SELLERKIT_DATABASE: "nonsense" }
    const serve = commands.start(["serve", "--port", "0", "--database", `sqlite:${file}`, "--json"], env)
    const { api } = JSON.parse(await printed(serve, /\n/))
    assert.strictEqual((await fetch(`${api}/health/live`)).status, 200)
    assert.isTrue(existsSync(file))
    serve.kill("SIGTERM")
    assert.strictEqual((await ended(serve)).code, 0)
    const migrated = await runCommand(["migrate", "--database", `sqlite:${join(commands.folder, "other.db")}`], { env })
    assert.strictEqual(migrated.code, 0, migrated.err)
    const sandbox = commands.start(["sandbox", "--port", "0", "--json"], { PORT: "none" })
    assert.match(await printed(sandbox, /\n/), /"api":"http:/)
    sandbox.kill("SIGTERM")
    await ended(sandbox)
  })

  it("are read as the environment is, and named where they are wrong, without a password", async () => {
    const wrong = ["--port", "99999", "--database", "mysql://user:password@host/shop"]
    for (const command of ["serve", "dispatch"]) {
      const { code, err } = await runCommand([command, ...wrong], { env: { SELLERKIT_DATA: commands.folder } })
      assert.strictEqual(code, 1)
      assert.match(err, /^ {2}- --port: give a port number from 0 to 65535$/m)
      assert.match(err, /^ {2}- --database: give sqlite:<file>, postgres:/m)
      assert.notMatch(err, /password@|PORT|SELLERKIT_DATABASE/)
    }
    const serve = await runCommand(["serve", "--processes", "0"], { env: { SELLERKIT_DATA: commands.folder } })
    assert.match(serve.err, /^ {2}- --processes: give a number of processes from 1 to 64$/m)
    const migrate = await runCommand(["migrate", "--database", ""])
    assert.match(JSON.parse(migrate.err).error, /^--database: give sqlite:<file>/)
    const sandbox = await runCommand(["sandbox", "--port", "one"])
    assert.match(sandbox.err, /--port: give a port number/)
  })
})
