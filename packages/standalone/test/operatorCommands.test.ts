/** Commands that look after deliveries, against a service: what they print for people and for programs. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { vi } from "vitest"
import { type CommandOptions, runCommand, startCommand } from "./runningCommand.ts"
import { operatorKey, type RunningService, startService } from "./runningService.ts"

const linesOf = (out: string): ReadonlyArray<any> =>
  out
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))

const uuid = crypto.randomUUID()

describe("commands that look after deliveries", () => {
  let service: RunningService
  let receiver: Server
  let env: Record<string, string>
  const sellerId = crypto.randomUUID()
  let headers: Record<string, string>
  /** One that arrives, one that does not. */
  let [good, bad] = ["", ""]

  const createWebhook = async (name: string, url: string): Promise<string> => {
    const subscriptions = [{ scope: "content", event: "card_changed" }]
    const { body } = await service.call(
      "POST",
      "/api/v1/webhooks",
      { enabled: true, name, url, subscriptions },
      headers
    )
    return body.id
  }

  const publish = async (payload: object | string = {}): Promise<string> => {
    const standard = { nmID: 1, vendorCode: "a", updatedAt: "2026-01-15T09:30:00Z" }
    const text = typeof payload === "string" ? payload : JSON.stringify({ ...standard, ...payload })
    const event = `{"scope":"content","type":"card_changed","payload":${text}}`
    const { body } = await service.operator("POST", "/events", `{"sellerId":"${sellerId}","events":[${event}]}`)
    return body.events[0].id
  }

  const sellerkit = (args: ReadonlyArray<string>, options: CommandOptions = {}) =>
    runCommand([...args, "--seller", sellerId], { ...options, env: { ...env, ...options.env } })

  const printed = async (args: ReadonlyArray<string>, options: CommandOptions = {}): Promise<string> => {
    const { code, err, out } = await sellerkit(args, options)
    assert.deepStrictEqual([code, err], [0, ""], args.join(" "))
    return out
  }

  const fatesOf = async (id: string): Promise<ReadonlyArray<any>> =>
    (await service.operator("GET", `/sellers/${sellerId}/events/${id}`)).body.webhooks

  /** The webhook that arrives has got it. */
  const arrived = (id: string) =>
    vi.waitFor(async () => assert.deepInclude(await fatesOf(id), { webhookId: good, fate: "delivered", attempts: 1 }))

  beforeAll(async () => {
    service = await startService()
    env = { SELLERKIT_URL: service.url, SELLERKIT_OPERATOR_KEY: operatorKey }
    receiver = createServer((request, response) => request.resume().on("end", () => response.end())).listen(
      0,
      "127.0.0.1"
    )
    await once(receiver, "listening")
    const token = await service.operator("POST", "/tokens", { sellerId, type: "base", categories: ["content"] })
    headers = { authorization: token.body.token }
    good = await createWebhook("Заказы", `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`)
    bad = await createWebhook("Refuses everything", "http://127.0.0.1:1/hook")
  })
  afterAll(async () => {
    await service.stop()
    receiver.close()
  })

  it("show webhooks, one per line for programs and as a table for people", async () => {
    const id = await publish()
    await arrived(id)
    await vi.waitFor(async () => assert.strictEqual((await fatesOf(id))[1].attempts, 1))
    const found = linesOf(await printed(["webhooks"]))
    assert.deepStrictEqual(
      found.map(({ health, id }) => [id, health.state]),
      [
        [good, "healthy"],
        [bad, "failing"]
      ]
    )
    const table = await printed(["webhooks"], { columns: 120 })
    assert.match(table, new RegExp(`^${good} {2}Заказы +healthy`, "m"))
    assert.match(table, new RegExp(`^${bad} {2}Refuses everything +failing for`, "m"))
    assert.match(await printed(["webhooks", "--sandbox"], { columns: 120 }), /no webhooks/)
    assert.strictEqual(await printed(["webhooks", "--sandbox"]), "")
    assert.strictEqual(await printed(["webhooks", "--json"], { columns: 120 }), await printed(["webhooks"]))
  })

  it("show the newest deliveries, of all webhooks or of one, or those that failed", async () => {
    const { body } = await service.operator("GET", `/sellers/${sellerId}/deliveries`)
    const all = body.deliveries.toReversed()
    assert.deepStrictEqual(linesOf(await printed(["deliveries"])), all)
    assert.deepStrictEqual(linesOf(await printed(["deliveries", "--limit", "1"])), all.slice(-1))
    const ofGood = linesOf(await printed(["deliveries", "--webhook", good.toUpperCase()]))
    assert.deepStrictEqual(
      ofGood,
      all.filter(({ webhookId }: any) => webhookId === good)
    )
    const failed = linesOf(await printed(["deliveries", "--failed"]))
    assert.deepStrictEqual(
      failed,
      all.filter(({ success }: any) => !success)
    )
    const table = await printed(["deliveries"], { columns: 150 })
    assert.match(table, /^Time +Delivery +Answer +Webhook\n/)
    assert.match(table, /^2\S+Z {2}\S{36} {2}200 {5}Заказы$/m)
    assert.match(table, /^2\S+Z {2}\S{36} {2}none {4}Refuses everything: The connection was refused$/m)
    assert.match(await printed(["deliveries", "--sandbox"], { columns: 80 }), /No attempts/)
  })

  it("show new deliveries as they come, until they are stopped", async () => {
    const args = ["deliveries", "--follow", "--webhook", good, "--limit", "1", "--seller", sellerId]
    const forPrograms = startCommand(args, { env })
    const forPeople = startCommand(args, { env, columns: 150 })
    await vi.waitFor(() => assert.match(forPeople.out(), /200/))
    for (let count = 0; count < 3; count++) await arrived(await publish())
    await vi.waitFor(() => assert.lengthOf(linesOf(forPrograms.out()), 4))
    await vi.waitFor(() => assert.lengthOf(forPeople.out().trim().split("\n"), 5))
    await Promise.all([forPrograms.stop(), forPeople.stop()])
    const ids = linesOf(forPrograms.out()).map(({ id }) => id)
    assert.lengthOf(new Set(ids), 4)
    const [heading, ...rows] = forPeople.out().trim().split("\n")
    assert.match(heading!, /^Time/)
    const endOfId = 58
    assert.deepStrictEqual(
      rows.map((row) => row.slice(22, endOfId)),
      ids
    )
    // An id may have these digits as well.
    assert.lengthOf(new Set(rows.map((row) => row.indexOf("200", endOfId))), 1, "the columns stay where they are")
  })

  it("show what became of an event, with the digits of its payload", async () => {
    const id = await publish(
      '{"nmID":7,"vendorCode":"a","updatedAt":"2026-01-15T09:30:00Z","big":12345678901234567890}'
    )
    await arrived(id)
    const out = await printed(["events", id])
    assert.include(out, '"big":12345678901234567890')
    const [event] = linesOf(out)
    assert.strictEqual(event.id, id)
    assert.deepStrictEqual(
      event.webhooks.map(({ fate, webhookId }: any) => [webhookId, fate]),
      [
        [good, "delivered"],
        [bad, "pending"]
      ]
    )
    const text = await printed(["events", id], { columns: 120 })
    assert.match(text, new RegExp(`^content/card_changed ${id}$`, "m"))
    assert.include(text, '"big":12345678901234567890')
    assert.match(text, new RegExp(`^${good} {2}Заказы +1 +delivered$`, "m"))
    assert.match(text, new RegExp(`^${bad} {2}Refuses everything +\\d +pending`, "m"))
    assert.match(text, /200 {5}Заказы$/m)
    const missing = await sellerkit(["events", uuid])
    assert.deepStrictEqual(
      [missing.code, missing.out, JSON.parse(missing.err).error],
      [1, "", `There is no event ${uuid}`]
    )
  })

  it("end the pause of a webhook, by its id or name", async () => {
    await publish()
    const path = `/sellers/${sellerId}/webhooks/${bad}`
    const failures = async () => (await service.operator("GET", path)).body.health.failures
    await vi.waitFor(async () => assert.isAbove(await failures(), 0))
    const before = await failures()
    const [retried] = linesOf(await printed(["retry", bad]))
    assert.deepInclude(retried, { id: bad, name: "Refuses everything" })
    await vi.waitFor(async () => assert.isAbove(await failures(), before))
    assert.match(await printed(["retry", "Refuses everything"], { columns: 120 }), /Refuses everything +failing/)
    const missing = await sellerkit(["retry", "Nothing"])
    assert.strictEqual(missing.code, 1)
    assert.match(missing.err, /There is no webhook Nothing/)
  })

  describe("resend", () => {
    it("says what waits already, and until when its webhook pauses", async () => {
      await publish()
      const args = ["resend", "--webhook", bad, "--since", "1h"]
      const [ended] = linesOf(await printed(args))
      assert.isAbove(ended.alreadyWaiting, 0)
      assert.strictEqual(ended.resent, 0)
      const shown = await printed(args, { columns: 120 })
      assert.match(shown, /0 put back among what waits, \d+ waited already/)
      assert.match(shown, new RegExp(`pauses after a failure, until \\S+Z[^]*retry ${bad}`))
    })

    const begin = async (...args: ReadonlyArray<string>) =>
      linesOf(await printed(["resend", "--webhook", good, "--since", "1h", ...args]))[0]

    it("waits until the events of a period are put back", async () => {
      const ended = await begin()
      assert.deepInclude(ended, { webhookId: good, state: "finished", onlyFailed: false })
      assert.isAbove(ended.resent, 0)
      assert.strictEqual(ended.examined, ended.total)
      assert.deepInclude(await begin("--only-failed", "--rate", "5000"), {
        onlyFailed: true,
        eventsPerSecond: 5000,
        resent: 0
      })
    })

    it("sends a delivery again", async () => {
      const [delivery] = linesOf(await printed(["deliveries", "--webhook", good, "--limit", "1"]))
      const [ended] = linesOf(await printed(["resend", "--delivery", delivery.id]))
      assert.deepInclude(ended, { deliveryId: delivery.id, state: "finished", webhookId: good })
    })

    it("need not wait; a job can be looked at and cancelled", async () => {
      await publish()
      await publish()
      const begun = await begin("--rate", "1", "--no-wait")
      assert.strictEqual(begun.state, "running")
      const [seen] = linesOf(await printed(["resend", "--status", begun.id]))
      assert.deepInclude(seen, { id: begun.id, state: "running" })
      const shown = await printed(["resend", "--status", begun.id], { columns: 100 })
      assert.match(shown, /running/)
      assert.include(shown, `resend --cancel ${begun.id} --url ${service.url} --seller ${sellerId}`)
      const [cancelled] = linesOf(await printed(["resend", "--cancel", begun.id]))
      assert.strictEqual(cancelled.state, "cancelled")
      const ended = await printed(["resend", "--status", begun.id], { columns: 100 })
      assert.match(ended, /cancelled/)
      assert.notInclude(ended, "--cancel")
    })

    it("shows a bar while it waits and, when it is stopped, says how to go on", async () => {
      const command = startCommand(
        ["resend", "--webhook", good, "--since", "1h", "--rate", "1", "--seller", sellerId],
        { env, columns: 100 }
      )
      await vi.waitFor(() => assert.match(command.out(), /[1-9] of \d+ events looked at/))
      await command.stop()
      const lines = command.out().split("\n")
      for (const drawn of lines[0]!.split("\r\u001B[K")) assert.isBelow(drawn.length, 100)
      const [, id] = / resend --status (\S+) /.exec(command.out())!
      assert.match(command.out(), new RegExp(`It goes on[^]* resend --cancel ${id} `))
      assert.notInclude(command.out(), operatorKey)
      const { body } = await service.operator("GET", `/sellers/${sellerId}/resends/${id}`)
      assert.strictEqual(body.state, "running")
      await service.operator("POST", `/sellers/${sellerId}/resends/${id}/cancel`)
    })

    it("fails when the job ends before its time", async () => {
      const edit = (enabled: boolean) =>
        service.call(
          "PUT",
          `/api/v1/webhooks/${good}`,
          { enabled, name: "Заказы", subscriptions: [{ scope: "content", event: "card_changed" }] },
          headers
        )
      const command = startCommand(
        ["resend", "--webhook", good, "--since", "1h", "--rate", "1", "--seller", sellerId],
        { env, columns: 100 }
      )
      await vi.waitFor(() => assert.include(command.out(), "events looked at"))
      await edit(false)
      assert.strictEqual(await command.ended, 1)
      assert.match(command.out(), /stopped/)
      assert.match(command.err(), /disabled or deleted meanwhile.*Enable it/s)
      await edit(true)
    })
  })

  const fails = (title: string, args: ReadonlyArray<string>, message: RegExp, extra: Record<string, string> = {}) =>
    it(`say what is wrong: ${title}`, async () => {
      const { code, err, out } = await sellerkit(args, { env: extra })
      assert.deepStrictEqual([code, out], [1, ""], err)
      assert.match(JSON.parse(err).error, message)
    })
  fails("an id that is none", ["events", "1"], /id>: "1"\. Expected an id, which is a UUID/)
  fails("a webhook that is none", ["deliveries", "--webhook", "x"], /--webhook: "x"/)
  fails("too many deliveries", ["deliveries", "--limit", "10001"], /--limit.*1 to 10000/)
  fails("a time that is none", ["resend", "--webhook", uuid, "--since", "yesterday"], /--since.*yesterday.*2h/)
  fails("a rate that is none", ["resend", "--webhook", uuid, "--since", "2h", "--rate", "0"], /--rate.*1 to 10000/)
  fails("a resend of nothing", ["resend"], /one thing to do/)
  fails("a webhook that is not there", ["resend", "--webhook", uuid, "--since", "2h"], /There is no webhook/)
  fails("a resend that is not there", ["resend", "--status", uuid], /There is no resend/)
  fails("no service", ["webhooks"], /No service answers at http:\/\/127\.0\.0\.1:9/, {
    SELLERKIT_URL: "http://127.0.0.1:9"
  })
  fails("a URL that is none", ["webhooks"], /--url: "not a url"\. Expected the http or https URL.*SELLERKIT_URL/, {
    SELLERKIT_URL: "not a url"
  })
  fails(
    "a URL of another kind",
    ["webhooks", "--url", "ftp://127.0.0.1"],
    /--url: "ftp:\/\/127.0.0.1"\. Expected the http/
  )
  fails("a URL with a password", ["webhooks", "--url", "a:s/e@c:ret@shop"], /--url: "…@shop"\. .* without a password/)

  it("find the service at a URL without a scheme", async () => {
    const { host } = new URL(service.url)
    for (const url of [host, `${host}/`, `http://${host}/`]) {
      const { code, err } = await sellerkit(["webhooks", "--url", url])
      assert.deepStrictEqual([code, err], [0, ""], url)
      assert.strictEqual((await sellerkit(["token", "--url", url])).code, 0, url)
    }
  })
  for (const key of ["x\r", "ключ", " "]) {
    fails(`a key that is none: ${JSON.stringify(key)}`, ["webhooks"], /SELLERKIT_OPERATOR_KEY, holds no operator key/, {
      SELLERKIT_OPERATOR_KEY: key
    })
  }
  fails("a wrong key", ["webhooks"], /The operator key is wrong/, { SELLERKIT_OPERATOR_KEY: "wrong" })
})
