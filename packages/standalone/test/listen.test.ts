/** `sellerkit listen` with a webhook of its own, and an app that it hands notifications on to. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { createHmac } from "node:crypto"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, request as sendRequest, type IncomingHttpHeaders, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { hostname, tmpdir } from "node:os"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { afterEach, beforeEach, vi } from "vitest"
import { type CommandFolder, ended, makeCommandFolder, printed } from "./commandProcess.ts"
import { type CommandOptions, type RunningCommand, runCommand, startCommand } from "./runningCommand.ts"
import { operatorKey, type RunningService, startService } from "./runningService.ts"

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

const linesOf = (out: string): ReadonlyArray<any> =>
  out
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))

describe("sellerkit listen", () => {
  let service: RunningService
  let commands: CommandFolder
  let folder: string
  let sellerId: string
  let env: Record<string, string>
  /** What a test has started, ended after it. */
  let closing: Array<() => unknown>
  beforeAll(async () => {
    service = await startService()
    commands = makeCommandFolder()
    folder = mkdtempSync(join(tmpdir(), "sellerkit-listen-"))
  })
  afterAll(async () => {
    commands.remove()
    await service.stop()
    rmSync(folder, { recursive: true })
  })
  beforeEach(() => {
    sellerId = crypto.randomUUID()
    env = { SELLERKIT_URL: service.url, SELLERKIT_OPERATOR_KEY: operatorKey, SELLERKIT_DATA: folder }
    closing = []
  })
  afterEach(async () => {
    for (const close of closing) await close()
  })

  const start = (args: ReadonlyArray<string> = [], options: CommandOptions = {}): RunningCommand => {
    const command = startCommand(["listen", "--seller", sellerId, ...args], {
      ...options,
      env: { ...env, ...options.env }
    })
    closing.push(command.stop)
    return command
  }
  /** What it says as it begins. */
  const begun = async ({ err, out }: RunningCommand): Promise<any> => {
    await vi.waitFor(() => assert.match(out(), /\n/, err()))
    return linesOf(out())[0]
  }
  const seen = async (command: RunningCommand, count = 1): Promise<ReadonlyArray<any>> => {
    await vi.waitFor(() => assert.isAbove(linesOf(command.out()).length, count))
    return linesOf(command.out()).slice(1)
  }
  const errorOf = async (args: ReadonlyArray<string>, change: Record<string, string> = {}): Promise<string> => {
    const { code, err, out } = await runCommand(["listen", "--seller", sellerId, ...args], {
      env: { ...env, ...change }
    })
    assert.deepStrictEqual([code, out], [1, ""], err)
    return JSON.parse(err).error
  }
  const webhooks = async (of = service): Promise<ReadonlyArray<any>> =>
    (await of.operator("GET", `/sellers/${sellerId}/webhooks`)).body.webhooks

  const publish = async (): Promise<string> => {
    const payload = { nmID: 7, vendorCode: "рубашка", updatedAt: "2026-01-15T09:30:00Z" }
    const event = { scope: "content", type: "card_changed", payload }
    const { body } = await service.operator("POST", "/events", { sellerId, events: [event] })
    return body.events[0].id
  }
  const attempts = async (): Promise<ReadonlyArray<any>> =>
    (await service.operator("GET", `/sellers/${sellerId}/deliveries`)).body.deliveries

  const listening = async (listener: RequestListener): Promise<string> => {
    const server = createServer(listener).listen(0, "127.0.0.1")
    await once(server, "listening")
    closing.push(() => (server.closeAllConnections(), server.close()))
    return `127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  /** An app that keeps what it gets. */
  const app = async (status: number, headers: Record<string, string> = {}) => {
    const received: Array<Received> = []
    const host = await listening((request, response) => {
      void buffer(request).then((body) => {
        received.push({ headers: request.headers, body })
        response.writeHead(status, headers).end("the app's own words")
      })
    })
    return { received, host }
  }

  it("makes a webhook for as long as it runs, shows its secret, and checks what arrives", async () => {
    const command = start([], { env: { SELLERKIT_TOKEN: "", SELLERKIT_WEBHOOK_SECRET: "" } })
    const first = await begun(command)
    assert.match(first.secret, /^whsec_/)
    assert.lengthOf(first.subscriptions, 8)
    const [webhook] = await webhooks()
    assert.deepInclude(webhook, { id: first.webhookId, name: `sellerkit listen on ${hostname()}`.slice(0, 60) })
    assert.isTrue(webhook.url.startsWith(`${first.listening}/`))
    const id = await publish()
    const [notification] = await seen(command)
    assert.deepInclude(notification, { answer: 200, secretValid: true, signatureValid: true })
    assert.strictEqual(notification.notification.events[0].id, id)
    await command.stop()
    assert.isEmpty(await webhooks())
    assert.strictEqual(command.err(), "")
  })

  it("says to people where it listens, what for, and what the secret is", async () => {
    const { host } = await app(200)
    const command = start(["--events", "content/*", "--forward-to", `${host}/hooks?a=b`], { columns: 120 })
    await vi.waitFor(() => assert.match(command.out(), /Forwards to/))
    assert.match(command.out(), /^Listening at http:\/\/127\.0\.0\.1:\d+\/ \(Ctrl-C ends\)\.\n/)
    assert.match(command.out(), /^Webhook +\S{36}, deleted at the end\nSecret +whsec_\S+$/m)
    assert.match(command.out(), /^Events +content\/card_creation_error\n +content\/card_changed$/m)
    assert.match(command.out(), new RegExp(`^Forwards to +http://${host}/hooks$`, "m"))
    await publish()
    await vi.waitFor(() => assert.include(command.out(), `→ 200 from http://${host}/hooks`))
  })

  it("can be told to fail, so that retries can be tried out", async () => {
    const command = start(["--status", "503"])
    await begun(command)
    await publish()
    assert.deepInclude((await seen(command))[0], { answer: 503, secretValid: true })
    await vi.waitFor(async () => assert.deepInclude((await attempts())[0], { success: false, responseCode: 503 }))
  })

  it("acts for the owner of an API token", async () => {
    const request = { sellerId, categories: ["content"] }
    const { token } = (await service.operator("POST", "/tokens", request)).body
    const own = { SELLERKIT_URL: service.url, SELLERKIT_TOKEN: token }
    const command = startCommand(["listen"], { env: own })
    closing.push(command.stop)
    const { subscriptions } = await begun(command)
    assert.deepStrictEqual(
      subscriptions.map(({ event }: any) => event),
      ["card_creation_error", "card_changed"]
    )
    await command.stop()
    assert.isEmpty(await webhooks())
  })

  describe("with an app", () => {
    it("hands on the body and the headers as they came, and answers as the app does", async () => {
      const { host, received } = await app(503, { "retry-after": "60" })
      const command = start(["--forward-to", `${host}/hooks?a=b`])
      const { secret } = await begun(command)
      await publish()
      const [notification] = await seen(command)
      assert.deepInclude(notification, { answer: 503, app: `http://${host}/hooks`, signatureValid: true })
      const [{ body, headers }] = received as [Received]
      assert.deepInclude(headers, {
        host,
        authorization: secret,
        "content-type": "application/json",
        "content-length": String(body.length)
      })
      const key = Buffer.from(secret.slice("whsec_".length), "base64")
      const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body.toString()}`
      const signature = createHmac("sha256", key).update(signed).digest("base64")
      assert.strictEqual(headers["webhook-signature"], `v1,${signature}`)
      assert.include(body.toString(), "рубашка")
      const ofOurs = Object.keys(headers).filter((name) => /^(b3|x-b3|traceparent|tracestate)/.test(name))
      assert.isEmpty(ofOurs)
      await vi.waitFor(async () => assert.deepInclude((await attempts())[0], { success: false, responseCode: 503 }))
      const [{ health }] = await webhooks()
      const pause = Date.parse(health.backingOffUntil) - Date.parse((await attempts())[0].time)
      assert.isAtLeast(pause, 60_000, "the app's Retry-After counts")
    })

    it("says why the app gave no answer, and answers in its place", async () => {
      const { host } = await app(200)
      const nobody = `127.0.0.1:${await freePort()}`
      const command = start(["--forward-to", nobody])
      await begun(command)
      await publish()
      assert.deepInclude((await seen(command))[0], { answer: 502, appError: "The connection was refused" })
      await vi.waitFor(async () => assert.deepInclude((await attempts())[0], { responseCode: 502 }))
      assert.notStrictEqual(host, nobody)
    })

    it("hands on nothing that does not check out, at no other path and of no other method", async () => {
      const { host, received } = await app(200)
      const command = start(["--forward-to", host])
      const first = await begun(command)
      const [{ url }] = await webhooks()
      const post = async (to: string, headers: Record<string, string>) =>
        (await fetch(to, { method: "POST", body: "{}", headers })).status
      assert.strictEqual(await post(url, { authorization: "whsec_b3RoZXI=" }), 401)
      assert.strictEqual(await post(url, { authorization: first.secret }), 401, "no signature")
      assert.strictEqual(
        await post(url, { "x-sellerkit-check": "true" }),
        401,
        "no look from before there was a webhook"
      )
      assert.strictEqual(await post(first.listening, { authorization: first.secret }), 404)
      assert.strictEqual((await fetch(url)).status, 204)
      assert.isEmpty(received)
      assert.lengthOf(await seen(command, 3), 3)
    })

    it("says that a request was given up before the app answered", async () => {
      let asked = () => {}
      const gotIt = new Promise<void>((resolve) => (asked = resolve))
      const host = await listening(() => asked())
      const command = start(["--no-webhook", "--port", "0", "--forward-to", host])
      const where = (await begun(command)).listening
      const given = sendRequest(where, { method: "POST" }).on("error", () => {})
      given.end("{}")
      await gotIt
      given.destroy()
      const [notification] = await seen(command)
      assert.deepInclude(notification, { answer: "none", appError: "No answer before the request was given up" })
    })
  })

  describe("when it ends", () => {
    it("deletes its webhook, whatever signal ends it", async () => {
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
        const command = commands.start(["listen", "--seller", sellerId], env)
        await printed(command, /"secret"/)
        assert.lengthOf(await webhooks(), 1)
        const end = ended(command)
        command.kill(signal)
        // As what started it passes on what it has got as well.
        command.kill(signal)
        const { code, err } = await end
        assert.deepStrictEqual([code, err], [0, ""], signal)
        assert.isEmpty(await webhooks(), signal)
      }
    })

    it("deletes its webhook where nobody reads what it prints any more", async () => {
      const command = commands.start(["listen", "--seller", sellerId], env)
      await printed(command, /"secret"/)
      const end = new Promise<number | null>((resolve) => command.on("exit", resolve))
      command.stdout.destroy()
      await vi.waitFor(async () => {
        await publish()
        assert.strictEqual(command.exitCode, 0)
      })
      await end
      assert.isEmpty(await webhooks())
    })

    it("leaves one behind when it is killed, which the next one removes; one that is at work stays", async () => {
      const killed = commands.start(["listen", "--seller", sellerId], env)
      await printed(killed, /"secret"/)
      const end = ended(killed)
      killed.kill("SIGKILL")
      await end
      const [left] = await webhooks()
      const another = { enabled: true, name: "Of somebody", url: left.url, subscriptions: left.subscriptions }
      const { token } = (await service.operator("POST", "/tokens", { sellerId })).body
      await service.call("POST", "/api/v1/webhooks", another, { authorization: token })
      const first = await begun(start())
      const second = await begun(start())
      const found = (await webhooks()).map(({ id, name }) => (name === "Of somebody" ? name : id))
      assert.sameMembers(found, ["Of somebody", first.webhookId, second.webhookId])
    })

    it("says that its webhook is still there when the service did not delete it", async () => {
      const other = await startService()
      const command = start([], { env: { SELLERKIT_URL: other.url } })
      const { webhookId } = await begun(command)
      await other.stop()
      await command.stop()
      assert.match(JSON.parse(command.err()).warning, new RegExp(`^The webhook ${webhookId} is still there`))
    })
  })

  describe("when it cannot listen for the service", () => {
    it("says that the service cannot reach it, why, and what to do", async () => {
      const remote = await startService({ allowedNetworks: [] })
      const error = await errorOf([], { SELLERKIT_URL: remote.url })
      assert.match(error, /^The service at http:\S+ cannot reach this listener at http:\/\/127\.0\.0\.1:\d+\/\S{36}: /)
      assert.match(
        error,
        /: The address may not be called.*\. Run listen on the machine of the service, or .*--public-url/
      )
      assert.isEmpty(await webhooks(remote))
      await remote.stop()
    })

    it("notices when something else answers in its place", async () => {
      const { host } = await app(200)
      const error = await errorOf(["--public-url", host, "--port", "0"])
      assert.include(error, `at http://${host}/`)
      assert.include(error, "something else answers there")
      assert.isEmpty(await webhooks())
    })

    it("leaves no webhook behind when it fails", async () => {
      assert.match(await errorOf(["--events", "nope"]), /^There is no event type nope\. There are:/)
      assert.isEmpty(await webhooks())
    })

    it("is reached by a tunnel", async () => {
      const port = await freePort()
      const tunnel = await listening((request, response) => {
        const onwards = sendRequest(
          {
            host: "127.0.0.1",
            port,
            path: request.url!.replace("/to/me", ""),
            method: "POST",
            headers: request.headers
          },
          (answer) => void answer.pipe(response.writeHead(answer.statusCode!, answer.headers))
        )
        request.pipe(onwards)
      })
      const command = start(["--public-url", `${tunnel}/to/me/`, "--port", String(port)])
      await begun(command)
      const [{ url }] = await webhooks()
      assert.isTrue(url.startsWith(`http://${tunnel}/to/me/`))
      await publish()
      assert.deepInclude((await seen(command))[0], { answer: 200, signatureValid: true })
    })
  })

  it("listens for a webhook that is there with the secret of the environment", async () => {
    const command = start(["--port", "0"], { env: { SELLERKIT_WEBHOOK_SECRET: "whsec_d3Jvbmc=" } })
    const where = (await begun(command)).listening
    assert.isEmpty(await webhooks())
    const answer = await fetch(where, { method: "POST", body: "{}", headers: { authorization: "whsec_d3Jvbmc=" } })
    assert.strictEqual(answer.status, 401, "no signature")
    assert.deepInclude((await seen(command))[0], { secretValid: true, signatureValid: false })
    assert.notInclude(command.out(), "whsec_")
  })

  const refuses = (title: string, args: ReadonlyArray<string>, message: RegExp) =>
    it(`says what is contradictory or wrong: ${title}`, async () => assert.match(await errorOf(args), message))
  refuses("events without a webhook", ["--no-webhook", "--events", "*"], /^--events and --public-url go with a webhook/)
  refuses("a tunnel to a secret", ["--secret", "x", "--public-url", "shop.example"], /leave out --secret/)
  refuses("two that answer", ["--forward-to", "3000", "--status", "500"], /^With --forward-to the app answers/)
  refuses("an app that hangs by order", ["--forward-to", "3000", "--hang"], /leave out --status and --hang/)
  refuses(
    "an app at no URL",
    ["--forward-to", "ftp://a"],
    /--forward-to: "ftp:\/\/a"\. Expected the http or https URL of/
  )
  refuses("a password", ["--public-url", "https://a:b@c.example"], /--public-url: "https:\/\/…@c\.example"/)
})

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, "127.0.0.1")
  await once(probe, "listening")
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, "close")
  return port
}
