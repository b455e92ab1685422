/** `sellerkit sandbox`: the service under simulated time, over HTTP, as programs in any language use it. */
import { assert, describe, it } from "@effect/vitest"
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { once } from "node:events"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { json } from "node:stream/consumers"
import { afterAll, beforeAll } from "vitest"
import { type CommandFolder, ended, makeCommandFolder, printed } from "./commandProcess.ts"
import { startService } from "./runningService.ts"

interface Started {
  readonly api: string
  readonly now: string
  readonly operatorKey: string
  readonly sellerId: string
  readonly token: string
}

const sandboxArgs = ["sandbox", "--json", "--seed", "1", "--starts-at", "2026-01-15T09:00:00Z"]

describe("sellerkit sandbox", () => {
  let folder: CommandFolder
  let started: Started
  let receiver: Server
  let status = 200
  const received: Array<any> = []
  beforeAll(async () => {
    receiver = createServer((request, response) => {
      void json(request).then((body) => {
        received.push(body)
        response.writeHead(status).end()
      })
    }).listen(0, "127.0.0.1")
    await once(receiver, "listening")
    folder = makeCommandFolder()
    started = JSON.parse(await printed(folder.start(sandboxArgs, { PORT: "0" }), /\n/))
  })
  afterAll(() => {
    receiver.close()
    receiver.closeAllConnections()
    folder.remove()
  })

  const call = async (method: string, path: string, authorization: string, body?: unknown) => {
    const response = await fetch(`${started.api}${path}`, {
      method,
      headers: { authorization, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
    return { status: response.status, body: (await response.json()) as any }
  }
  const operator = (method: string, path: string, body?: unknown) =>
    call(method, `/operator/v1${path}`, `Bearer ${started.operatorKey}`, body)
  const advance = (duration: unknown) => operator("POST", "/clock/advance", { duration })

  it("lets time pass by a call, which is answered when what happened meanwhile is over", async () => {
    assert.deepStrictEqual((await operator("GET", "/clock")).body, { now: "2026-01-15T09:00:00.000Z" })
    const { port } = receiver.address() as AddressInfo
    const webhook = {
      enabled: true,
      name: "Cards",
      url: `http://127.0.0.1:${port}/`,
      subscriptions: [{ scope: "content", event: "card_changed" }]
    }
    assert.strictEqual((await call("POST", "/api/v1/webhooks", started.token, webhook)).status, 200)
    status = 503
    const payload = { nmID: 1, vendorCode: "one", updatedAt: "2026-01-15T09:00:00Z" }
    const { body } = await operator("POST", "/events", {
      sellerId: started.sellerId,
      events: [{ scope: "content", type: "card_changed", payload }]
    })
    assert.deepStrictEqual((await advance("1 minute")).body, { now: "2026-01-15T09:01:00.000Z" })
    assert.lengthOf(received, 3)
    status = 200
    await advance("1 day")
    const { body: event } = await operator("GET", `/sellers/${started.sellerId}/events/${body.events[0].id}`)
    assert.deepStrictEqual(
      event.deliveries.map(({ success, time }: any) => `${time} ${success}`),
      ["09:00:00", "09:00:10", "09:00:30", "09:01:10"].map((time, index) => `2026-01-15T${time}.000Z ${index === 3}`)
    )
    assert.strictEqual(event.webhooks[0].fate, "delivered")
    assert.strictEqual((await operator("GET", "/clock")).body.now, "2026-01-16T09:01:00.000Z")
  })

  it("refuses what is no time to pass, and says what is", async () => {
    for (const duration of ["soon", "-1 minute", "400 days", "", 60, null]) {
      const { body, status } = await advance(duration)
      assert.strictEqual(status, 400, String(duration))
      assert.strictEqual(body.errors[0].location, "body.duration")
    }
    assert.include((await advance("soon")).body.errors[0].message, "such as 15 minutes, 2 hours or 1 day")
    assert.strictEqual((await call("POST", "/operator/v1/clock/advance", "", { duration: "1 day" })).status, 401)
  })

  it("makes up the same keys again for the same seed, keeps nothing, and ends in order", async () => {
    const again = folder.start(sandboxArgs, { PORT: "0" })
    const { api: _, ...keys } = JSON.parse(await printed(again, /\n/))
    const { api: own, ...expected } = started
    assert.deepStrictEqual({ ...keys, docs: `${own}/docs`, console: `${own}/console` }, expected)
    again.kill("SIGTERM")
    assert.strictEqual((await ended(again)).code, 0)
    assert.isEmpty(readdirSync(folder.folder))
  })

  it("has a market where it is given a seed, with the scenario of a file", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "sellerkit-scenario-")), "scenario.json")
    writeFileSync(file, JSON.stringify([{ at: "16:00", happens: "budgetExhausted" }]))
    const process = folder.start([...sandboxArgs, "--market", "7", "--scenario", file], { PORT: "0" })
    const market: Started = JSON.parse(await printed(process, /\n/))
    const ask = async (method: string, path: string, body?: unknown, type = "application/json") => {
      const response = await fetch(`${market.api}/operator/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${market.operatorKey}`, "content-type": type },
        ...(body !== undefined && { body: JSON.stringify(body) })
      })
      assert.isTrue(response.ok, `${method} ${path}`)
      return response
    }
    const shirts = { id: 192, name: "Shirts" }
    await ask("PUT", `/sellers/${market.sellerId}/campaigns/20000001`, {
      name: "Summer",
      type: 9,
      status: 9,
      budget: 2000,
      unitedParams: [{ subject: shirts, menus: [], nms: [101], searchCPM: 250, catalogCPM: 250 }]
    })
    await ask("POST", "/clock/advance", { duration: "1 day" })
    const answer = await fetch(`${market.api}/adv/v2/fullstats`, {
      method: "POST",
      headers: { authorization: market.token },
      body: JSON.stringify([{ id: 20_000_001, dates: ["2026-01-15", "2026-01-16"] }])
    })
    const [{ days, sum }] = (await answer.json()) as any
    assert.strictEqual(sum, 2000)
    assert.lengthOf(days, 1)
    process.kill("SIGTERM")
    assert.strictEqual((await ended(process)).code, 0)
    rmSync(dirname(file), { recursive: true })
  })

  it("says what is wrong with a market", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "sellerkit-scenario-")), "scenario.json")
    writeFileSync(file, JSON.stringify([{ at: "noon", happens: "declined" }]))
    const cases = [
      [["--market", "7", "--scenario", file], /cannot be simulated: .*when an hour begins, such as .*12:00/s],
      [["--scenario", file], /give its seed with --market/]
    ] as const
    const said = await Promise.all(
      cases.map(async ([args]) => ended(folder.start(["sandbox", "--json", ...args], { PORT: "0" })))
    )
    for (const [index, { code, err }] of said.entries()) {
      assert.strictEqual(code, 1)
      assert.match(err, cases[index]![1])
    }
    rmSync(dirname(file), { recursive: true })
  })

  it("alone has a clock: the ordinary service neither moves its time nor describes how", async () => {
    const service = await startService()
    try {
      assert.strictEqual((await service.operator("GET", "/clock")).status, 404)
      assert.strictEqual((await service.operator("POST", "/clock/advance", { duration: "1 day" })).status, 404)
      const { body } = await service.operator("GET", "/openapi.json")
      assert.isEmpty(Object.keys(body.paths).filter((path) => path.includes("clock")))
    } finally {
      await service.stop()
    }
  })
})
