/** The command line as its users start it: what it prints, what it says when something is wrong, and how it ends. */
import { TokenType } from "@sellerkit/core"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, openSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { vi } from "vitest"
import { type CommandFolder, type Ended, ended, main, makeCommandFolder, printed } from "./commandProcess.ts"
import { type EndedCommand, runCommand } from "./runningCommand.ts"
import { operatorKey, type RunningService, startService } from "./runningService.ts"

describe("the command line", () => {
  let commands: CommandFolder
  let service: RunningService
  let env: Record<string, string>
  const sellerId = crypto.randomUUID()
  beforeAll(async () => {
    commands = makeCommandFolder()
    service = await startService()
    env = { SELLERKIT_URL: service.url, SELLERKIT_OPERATOR_KEY: operatorKey }
  })
  afterAll(async () => {
    commands.remove()
    await service.stop()
  })
  const sellerkit = (args: ReadonlyArray<string>, extra: Record<string, string> = {}): Promise<Ended> =>
    commands.run(args, { ...env, ...extra })
  /** The same without a process of its own, for what no process adds to. */
  const sellerkitHere = (args: ReadonlyArray<string>, extra: Record<string, string> = {}): Promise<EndedCommand> =>
    runCommand(args, { env: { SELLERKIT_DATA: commands.folder, ...env, ...extra } })

  const token = async (...args: ReadonlyArray<string>): Promise<string> => {
    const { code, err, out } = await sellerkit(["token", "--seller", sellerId, ...args])
    assert.strictEqual(code, 0, err)
    return JSON.parse(out).token
  }

  it("explains itself", async () => {
    const { code, out } = await sellerkit(["--help"])
    assert.strictEqual(code, 0)
    const commands =
      "serve sandbox migrate doctor openapi token publish listen campaigns import webhooks deliveries events resend"
    for (const name of commands.split(" ")) assert.match(out, new RegExp(`^ {2}${name} +\\w`, "m"))
  })

  it("brings a database up to date, and says where it is", async () => {
    const file = join(commands.folder, "migrated", "sellerkit.db")
    const { code, err, out } = await sellerkit(["migrate"], { SELLERKIT_DATABASE: `sqlite:${file}` })
    assert.strictEqual(code, 0, err)
    assert.deepStrictEqual(JSON.parse(out), { database: `sqlite:${file}` })
    assert.isTrue(existsSync(file))
    const refused = await sellerkitHere(["migrate"], { SELLERKIT_DATABASE: "mysql://somewhere/x" })
    assert.match(JSON.parse(refused.err).error, /SELLERKIT_DATABASE: give sqlite:<file>, postgres:/)
    const granted = await sellerkitHere(["migrate", "--grant-to", "service"], { SELLERKIT_DATABASE: `sqlite:${file}` })
    assert.match(JSON.parse(granted.err).error, /has no roles: --grant-to is for PostgreSQL/)
  })

  it("names the defaults of flags", async () => {
    const help = async (command: string): Promise<string> => (await sellerkitHere([command, "--help"])).out
    assert.match(await help("serve"), /--profile .*\(default: development\)/)
    assert.match(await help("token"), /--url .*\(default: http:\/\/127\.0\.0\.1:8080\)/)
    assert.match(await help("token"), /--expires-in .*\(default: 180 days\)/)
    assert.match(await help("listen"), /--port .*\(default: 9000; any/)
    // The flag lists them by itself, so that help loads nothing of the service.
    assert.include(await help("token"), `(choices: ${TokenType.literals.join(", ")})`)
  })

  it("says what went wrong as JSON to programs, and in words to people", async () => {
    const forPrograms = await sellerkit(["token", "--sellr", "x"])
    assert.match(JSON.parse(forPrograms.err).error, /Unrecognized flag: --sellr/)
    const asked = await sellerkitHere(["serve", "--profile", "production", "--json"], { SELLERKIT_OPERATOR_KEY: "" })
    assert.match(JSON.parse(asked.err).error, /SELLERKIT_TOKEN_SECRET is missing/)
    const log = await sellerkit(["serve", "--profile", "production"], { SELLERKIT_OPERATOR_KEY: "" })
    assert.match(
      log.err,
      /^ {2}- SELLERKIT_TOKEN_SECRET is missing/m,
      "what serve says stands in a log that people read"
    )
  })

  it("makes tokens", async () => {
    const authorization = await token("--type", "service", "--service", "reports", "--categories", "content,analytics")
    const { status } = await service.call("GET", "/api/v1/webhooks", undefined, { authorization })
    assert.strictEqual(status, 200)
  })

  it("publishes an event, and its receiver checks and prints what arrives", async () => {
    const authorization = await token()
    const probe = createServer().listen(0, "127.0.0.1")
    await new Promise((resolve) => probe.once("listening", resolve))
    const { port } = probe.address() as AddressInfo
    await new Promise((resolve) => probe.close(resolve))
    const created = await service.call(
      "POST",
      "/api/v1/webhooks",
      {
        enabled: true,
        name: "Command line",
        url: `http://127.0.0.1:${port}/`,
        subscriptions: [{ scope: "content", event: "card_changed" }]
      },
      { authorization }
    )
    const receiver = commands.start(["listen", "--port", String(port), "--secret", created.body.secret])
    await printed(receiver, /listening/)
    const arrived = printed(receiver, /notification/)
    const payload = '{"nmID":7,"vendorCode":"a","updatedAt":"2026-01-15T09:30:00Z","big":12345678901234567890}'
    const { err, out } = await sellerkit(["publish", "card_changed", "--seller", sellerId, "--payload", payload])
    assert.strictEqual(err, "")
    assert.strictEqual(JSON.parse(out).deliveries, 1)
    const line = (await arrived).split("\n").find((text) => text.includes("notification"))!
    const seen = JSON.parse(line)
    assert.deepInclude(seen, { answer: 200, secretValid: true, signatureValid: true })
    assert.strictEqual(seen.notification.events[0].payload.nmID, 7)
    const end = ended(receiver)
    receiver.kill("SIGTERM")
    assert.strictEqual((await end).code, 0)
    const { body } = await service.call("GET", "/api/v1/events", undefined, { authorization })
    assert.strictEqual(body.events[0].payload[0].nmID, 7)
  })

  it("has a receiver that notices a wrong secret and can be told to fail", async () => {
    const receiver = commands.start(["listen", "--port", "0", "--secret", "whsec_d3Jvbmc=", "--json"])
    const { listening } = JSON.parse(await printed(receiver, /listening/))
    const answer = (headers: Record<string, string>) => fetch(listening, { method: "POST", body: "{}", headers })
    assert.strictEqual((await answer({ authorization: "whsec_b3RoZXI=" })).status, 401)
    assert.strictEqual((await fetch(listening)).status, 404, "only what is POSTed can be a notification")
    const tooLarge = await fetch(listening, { method: "POST", body: " ".repeat(17 * 1024 * 1024) })
    assert.strictEqual(tooLarge.status, 413)
    const failing = commands.start(["listen", "--no-webhook", "--port", "0", "--status", "503", "--delay", "50"])
    const where = JSON.parse(await printed(failing, /listening/)).listening
    const asked = performance.now()
    assert.strictEqual((await fetch(where, { method: "POST", body: "{}" })).status, 503)
    assert.isAtLeast(performance.now() - asked, 50)
    const ends = Promise.all([ended(receiver), ended(failing)])
    receiver.kill("SIGTERM")
    failing.kill("SIGTERM")
    await ends
  })

  it("says what is wrong with the file that it reads its seller and its key from", async () => {
    const folder = join(commands.folder, "broken")
    mkdirSync(folder)
    writeFileSync(join(folder, "development.json"), "{bad")
    const asked = ["webhooks", "--operator-key", operatorKey]
    const broken = await sellerkitHere(asked, { SELLERKIT_DATA: folder })
    assert.match(JSON.parse(broken.err).error, /development\.json cannot be read; delete it/)
    const given = await sellerkitHere([...asked, "--seller", sellerId], { SELLERKIT_DATA: folder })
    assert.deepStrictEqual([given.code, given.err], [0, ""])
    const none = await sellerkitHere(asked, { SELLERKIT_DATA: "/nowhere" })
    assert.match(JSON.parse(none.err).error, /^Name the seller with --seller: there is no \/nowhere\/development\.json/)
  })

  it("ends well where its reader has enough", async () => {
    const printing = commands.start(["sample", "orders", "--rows", "10000000"])
    await printed(printing, /\n/)
    const ends = once(printing, "exit")
    printing.stdout.destroy()
    assert.deepStrictEqual(await ends, [0, null])
  })

  describe.skipIf(!existsSync("/dev/full"))("where the disk of its output is full", () => {
    const full = existsSync("/dev/full") ? openSync("/dev/full", "w") : 0

    it("says that the output is not whole", () => {
      const { status, stderr } = spawnSync(process.execPath, [main, "openapi"], {
        stdio: ["ignore", full, "pipe"],
        encoding: "utf8"
      })
      assert.strictEqual(status, 1)
      assert.strictEqual(JSON.parse(stderr).error, "The output cannot be written: its disk is full")
    })

    it("goes on serving without its log", async () => {
      const place = createServer()
      await once(place.listen(0, "127.0.0.1"), "listening")
      const { port } = place.address() as AddressInfo
      place.close()
      await once(place, "close")
      const serving = spawn(process.execPath, [main, "serve"], {
        cwd: commands.folder,
        env: { ...process.env, PORT: String(port), SELLERKIT_DATA: join(commands.folder, "full") },
        stdio: ["ignore", full, full]
      })
      try {
        const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status
        await vi.waitFor(async () => assert.strictEqual(await ask("/health/ready"), 200), 100_000)
        // Each is a warning in the log.
        for (let times = 0; times < 3; times++) assert.strictEqual(await ask("/metrics"), 401)
        const ends = once(serving, "exit")
        serving.kill("SIGTERM")
        assert.deepStrictEqual(await ends, [0, null])
      } finally {
        serving.kill("SIGKILL")
      }
    })
  })

  describe("what goes on", () => {
    /** A webhook that is sent events. */
    const sent = async (url: string, count: number) => {
      const seller = crypto.randomUUID()
      const credential = await service.operator("POST", "/tokens", {
        sellerId: seller,
        type: "base",
        categories: ["content"]
      })
      const headers = { authorization: credential.body.token }
      const subscriptions = [{ scope: "content", event: "card_changed" }]
      const webhook = { enabled: true, name: "Cards", url, subscriptions }
      const { body } = await service.call("POST", "/api/v1/webhooks", webhook, headers)
      const payload = { nmID: 1, vendorCode: "a", updatedAt: "2026-01-15T09:30:00Z" }
      const events = Array.from({ length: count }, () => ({ scope: "content", type: "card_changed", payload }))
      await service.operator("POST", "/events", { sellerId: seller, events })
      return { seller, webhookId: body.id as string, headers }
    }

    /** Ctrl-C. */
    const stopped = async (child: ChildProcessWithoutNullStreams): Promise<Ended> => {
      const end = ended(child)
      child.kill("SIGINT")
      return end
    }

    it("shows deliveries until it is told to stop, which is no failure", async () => {
      const { seller, webhookId } = await sent(`${service.url}/api/v1/nowhere`, 1)
      const following = commands.start(["deliveries", "--follow", "--failed", "--seller", seller], env)
      const shown = await printed(following, /"success":false/)
      assert.deepInclude(JSON.parse(shown.split("\n")[0]!), { webhookId, responseCode: 404 })
      assert.strictEqual((await stopped(following)).code, 0)
    })

    it("leaves a resend running when it is told to stop", async () => {
      const receiver = createServer((request, response) => request.resume().on("end", () => response.end()))
      await once(receiver.listen(0, "127.0.0.1"), "listening")
      const { port } = receiver.address() as AddressInfo
      // One event a second, of those that have arrived: it is still running however slowly its command starts and ends.
      const { headers, seller, webhookId } = await sent(`http://127.0.0.1:${port}/`, 100)
      await vi.waitFor(async () => {
        const { body } = await service.operator("GET", `/sellers/${seller}/webhooks`)
        assert.strictEqual(body.webhooks[0].health.waiting, 0)
      })
      const args = ["resend", "--webhook", webhookId, "--since", "1h", "--rate", "1", "--seller", seller]
      const resend = commands.start(args, env)
      await vi.waitFor(async () => {
        const { body } = await service.call("GET", "/api/v1/history", undefined, headers)
        assert.strictEqual(body.history[0].action, "resendEvents")
      })
      const { code, err, out } = await stopped(resend)
      assert.deepStrictEqual([code, err], [0, ""])
      const { id, state } = JSON.parse(out)
      assert.strictEqual(state, "running")
      const { body } = await service.operator("POST", `/sellers/${seller}/resends/${id}/cancel`)
      assert.strictEqual(body.state, "cancelled")
      receiver.close()
      receiver.closeAllConnections()
    })
  })

  it("checks the installation, and fails when there is a problem", async () => {
    const { code, err, out } = await sellerkit(["doctor", "--profile", "production"], {
      SELLERKIT_TOKEN_SECRET: "short"
    })
    assert.strictEqual(code, 1)
    assert.match(out, /"check":"settings","status":"problem","message":"SELLERKIT_TOKEN_SECRET: give a random text/)
    assert.deepStrictEqual(JSON.parse(err), { error: "There is a problem" })
  })

  it("prints the descriptions", async () => {
    const seller = JSON.parse((await sellerkit(["openapi"])).out)
    assert.property(seller.paths, "/api/v1/webhooks")
    const operator = JSON.parse((await sellerkitHere(["openapi", "--operator"])).out)
    assert.property(operator.paths, "/operator/v1/events")
    assert.notProperty(operator.paths, "/operator/v1/clock/advance")
    const sandbox = JSON.parse((await sellerkitHere(["openapi", "--operator", "--sandbox"])).out)
    assert.property(sandbox.paths, "/operator/v1/clock/advance")
    assert.property(sandbox.paths, "/operator/v1/events")
  })

  type Run = typeof sellerkit | typeof sellerkitHere
  type Failing = readonly [title: string, args: ReadonlyArray<string>, message: RegExp, extra?: Record<string, string>]

  const failing =
    (run: Run) =>
    (...[title, args, message, extra = {}]: Failing) =>
      it(`says what is wrong and what to do: ${title}`, async () => {
        const { code, err, out } = await run(args, extra)
        assert.strictEqual(code, 1)
        assert.strictEqual(out, "")
        assert.match(err, message)
        assert.notMatch(err, /\n\s+at /, "no stack")
      })

  /** One of each kind: of the service, of a command, of how it was called, of settings. Only these leave the process differently. */
  const failsAsProcess = failing(sellerkit)
  const fails = failing(sellerkitHere)

  failsAsProcess(
    "no service answers",
    ["token", "--seller", sellerId],
    /No service answers at http:\/\/127.0.0.1:9.*npm start/s,
    {
      SELLERKIT_URL: "http://127.0.0.1:9"
    }
  )
  failsAsProcess(
    "the key is wrong",
    ["token", "--seller", sellerId],
    /The operator key is wrong: .*SELLERKIT_OPERATOR_KEY/,
    {
      SELLERKIT_OPERATOR_KEY: "wrong"
    }
  )
  fails("no seller is named", ["token"], /--seller/)
  failsAsProcess("a flag does not exist", ["token", "--sellr", "x"], /Unrecognized flag: --sellr.*--seller/)
  fails("a value is missing", ["events"], /Missing required argument: id/)
  fails("a port is too large", ["listen", "--port", "99999"], /--port.*99999.*0 to 65535/)
  fails("a secret is empty", ["listen", "--port", "0", "--secret", ""], /--secret holds no secret/)
  fails("a sum is none", ["campaigns", "top-up", "1", "99999999999"], /99999999999 is no sum for a budget/)
  fails("a status is none", ["listen", "--status", "9999"], /--status.*9999.*200 to 599/)
  fails("a delay is negative", ["listen", "--port", "0", "--delay=-5"], /--delay.*-5.*0 or more/)
  fails(
    "a category does not exist",
    ["token", "--seller", sellerId, "--categories", "x"],
    /--categories takes all, or some of content/
  )
  fails("a payload is no JSON", ["publish", "card_changed", "--seller", sellerId, "--payload", "{"], /not JSON/)
  fails(
    "a payload does not fit",
    ["publish", "card_changed", "--seller", sellerId, "--payload", "{}"],
    /^\{"error":"None of the events was taken:(?!.*nmID.*nmID).*body\.events\.0\.payload\.nmID/
  )
  failsAsProcess(
    "production lacks its secrets",
    ["serve", "--profile", "production"],
    /SELLERKIT_TOKEN_SECRET is missing/,
    {
      SELLERKIT_OPERATOR_KEY: ""
    }
  )
})
