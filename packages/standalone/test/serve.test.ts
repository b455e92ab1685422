/** `sellerkit serve` where it cannot start: what it says is wrong, and what to do. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { once } from "node:events"
import { writeFileSync } from "node:fs"
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

  it("says which port is in use", async () => {
    const taken = createServer().listen(0, "127.0.0.1")
    await once(taken, "listening")
    const port = String((taken.address() as AddressInfo).port)
    const { code, err, out } = await commands.run(["serve"], { PORT: port, SELLERKIT_DATABASE: "memory:" })
    assert.strictEqual(code, 1)
    assert.include(err, `Cannot listen at 127.0.0.1:${port}: the port is in use. Choose another with PORT`)
    assert.strictEqual(out, "")
    const listening = await commands.run(["listen", "--port", port])
    assert.include(listening.err, "the port is in use. Choose another with --port")
    taken.close()
  })

  it("says that an address is not this machine's", async () => {
    for (const host of ["192.0.2.1", "no-such-host.invalid"]) {
      const { code, err } = await commands.run(["serve"], { HOST: host, PORT: "0", SELLERKIT_DATABASE: "memory:" })
      assert.strictEqual(code, 1)
      assert.include(err, `Cannot listen at ${host}:0: this machine has no such address. Set HOST`)
    }
  })

  it("says which folder its files cannot be kept in", async () => {
    const file = join(commands.folder, "a file")
    writeFileSync(file, "")
    const env = { PORT: "0", SELLERKIT_DATA: join(file, "data") }
    for (const profile of ["development", "production"]) {
      const secrets = { SELLERKIT_OPERATOR_KEY: "x".repeat(32), SELLERKIT_TOKEN_SECRET: "x".repeat(32) }
      const { code, err } = await commands.run(["serve", "--profile", profile], { ...env, ...secrets })
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
  })

  it("says that a part of the service needs a database which others reach as well", async () => {
    const parts = [
      { args: ["dispatch"], name: "sellerkit dispatch" },
      { args: ["serve", "--api-only"], name: "sellerkit serve --api-only" }
    ]
    const databases = [
      { url: "memory:", why: "which no other process sees" },
      { url: "sqlite:a.db", why: "a file, which one process uses at a time" }
    ]
    for (const { args, name } of parts) {
      for (const { url, why } of databases) {
        const { code, err } = await runCommand(args, {
          env: { SELLERKIT_DATA: commands.folder, SELLERKIT_DATABASE: url }
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
  }, 40_000)
})
