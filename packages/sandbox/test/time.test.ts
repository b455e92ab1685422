/** Simulated time: what happens on the way happens at its own time, and is over when the time has passed. */
import { assert, describe, it } from "@effect/vitest"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { vi } from "vitest"
import { Sandbox, type SandboxOptions } from "../src/index.ts"

const startsAt = "2026-01-15T09:00:00Z"

const withSandbox = async (use: (seller: Sandbox) => Promise<void>, options: SandboxOptions = {}): Promise<void> => {
  await using seller = await Sandbox.start({ startsAt, ...options })
  await use(seller)
}

describe("time in a sandbox", () => {
  it("starts where the test says, and passes as it says, to the millisecond", () =>
    withSandbox(async (seller) => {
      assert.strictEqual(seller.now.toISOString(), "2026-01-15T09:00:00.000Z")
      await seller.advance("15 minutes")
      await seller.advance(1)
      assert.strictEqual(seller.now.toISOString(), "2026-01-15T09:15:00.001Z")
    }))

  it("has whole milliseconds, whatever somebody sleeps for", () =>
    withSandbox(async (seller) => {
      await seller.createWebhook()
      await seller.advance(1000 / 3)
      await seller.publish("card_changed")
      assert.strictEqual(seller.now.toISOString(), "2026-01-15T09:00:00.334Z")
      const [notification] = seller.receiver.notifications
      assert.strictEqual(notification!.time.getTime(), seller.now.getTime())
      assert.include(notification!.body, "2026-01-15T09:00:00.334Z")
    }))

  it("is real time at first when nobody says otherwise", async () => {
    const before = Date.now()
    await using seller = await Sandbox.start()
    assert.isAtLeast(seller.now.getTime(), before)
    assert.isAtMost(seller.now.getTime(), Date.now())
  })

  it("refuses to start at what is no time", async () => {
    const error = await Sandbox.start({ startsAt: "yesterday" }).catch((failure: Error) => failure)
    assert.include(String(error), "startsAt is no time: yesterday")
  })

  it("lets retries come at their times, however long a step is", async () => {
    const seconds: Array<ReadonlyArray<number>> = []
    for (const step of ["10 seconds", "1 hour"] as const) {
      await withSandbox(async (seller) => {
        await seller.createWebhook()
        seller.receiver.fail()
        await seller.publish("card_changed")
        while (seller.now.getTime() < Date.parse(startsAt) + 3_600_000) await seller.advance(step)
        seconds.push(seller.receiver.notifications.map(({ time }) => (time.getTime() - Date.parse(startsAt)) / 1000))
      })
    }
    assert.deepStrictEqual(seconds[0], [0, 10, 30, 70, 150, 310, 630, 1270, 2170])
    assert.deepStrictEqual(seconds[1], seconds[0])
  })

  it("is what slow answers and the limit of ten seconds are measured by", () =>
    withSandbox(async (seller) => {
      await seller.createWebhook()
      seller.receiver.delay("10 seconds", { times: 1 }).delay("11 seconds", { times: 1 })
      await seller.publish("card_changed")
      await seller.advance("9 seconds")
      assert.isEmpty(await seller.deliveries())
      await seller.advance("1 second")
      await seller.publish("card_changed")
      await seller.advance("20 seconds")
      const attempts = await seller.deliveries()
      assert.deepStrictEqual(
        attempts.map(({ error, success }) => error ?? success),
        [true, "No answer within 10 seconds"]
      )
    }))

  it("refills rate budgets and ends tokens", () =>
    withSandbox(
      async (seller) => {
        const token = await seller.token({ lifetime: "1 hour" })
        const status = async () => {
          const { status } = await seller.fetch("/api/v1/webhooks", { headers: { authorization: token } })
          return status
        }
        assert.deepStrictEqual([await status(), await status(), await status()], [200, 200, 429])
        await seller.advance("30 seconds")
        assert.deepStrictEqual([await status(), await status()], [200, 429])
        await seller.advance("2 hours")
        assert.strictEqual(await status(), 401)
      },
      { limits: { webhookReads: { permits: 2, window: "1 minute" } } }
    ))

  it("removes what is too old, in a month that takes a moment", () =>
    withSandbox(async (seller) => {
      await seller.createWebhook()
      await seller.publish("card_changed")
      await seller.advance("29 days")
      assert.lengthOf(await seller.deliveries(), 1)
      await seller.advance("2 days")
      assert.isEmpty(await seller.deliveries())
    }))

  it("waits for servers that know nothing of it, and takes silent ones for hanging", async () => {
    let answers = 0
    const server = createServer((_request, response) => {
      if (++answers > 1) setTimeout(() => response.end(), 50)
    }).listen(0, "127.0.0.1")
    try {
      await withSandbox(
        async (seller) => {
          const { port } = server.address() as AddressInfo
          await seller.createWebhook({ url: `http://127.0.0.1:${port}/` })
          await seller.publish("card_changed")
          await seller.advance("1 minute")
          const attempts = await seller.deliveries()
          assert.deepStrictEqual(
            attempts.map(({ error, success, time }) => [time.toISOString().slice(14, 19), error ?? success]),
            [
              ["00:00", "No answer within 10 seconds"],
              ["00:20", true]
            ]
          )
        },
        { patience: "100 millis" }
      )
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })

  it("is told to who follows it, before what happens then", async () => {
    let date = new Date(0)
    const seen: Array<string> = []
    await withSandbox(
      async (seller) => {
        assert.strictEqual(date.toISOString(), seller.now.toISOString())
        await seller.createWebhook()
        seller.receiver.answer(() => {
          seen.push(date.toISOString().slice(14, 19))
          return { status: 500 }
        })
        await seller.publish("card_changed")
        await seller.advance("1 minute")
      },
      { followTime: (now) => (date = now) }
    )
    assert.deepStrictEqual(seen, ["00:00", "00:10", "00:30"])
  })

  it("passes all the same where a test has replaced every timer", async () => {
    vi.useFakeTimers()
    try {
      vi.setSystemTime("2026-01-15T09:00:00Z")
      const seller = await Sandbox.start({ followTime: (now) => void vi.setSystemTime(now) })
      await seller.createWebhook()
      seller.receiver.hang({ times: 1 }).fail({ times: 1 })
      await seller.publish("card_changed")
      await seller.advance("1 hour")
      assert.lengthOf(seller.receiver.events, 1)
      assert.strictEqual(new Date().toISOString(), "2026-01-15T10:00:00.000Z")
      assert.strictEqual((await seller.call("GET", "/api/v1/webhooks")).total, 1)
      await seller.close()
    } finally {
      vi.useRealTimers()
    }
  })

  it("passes one step after the other when several are asked for at once", () =>
    withSandbox(async (seller) => {
      await Promise.all([seller.advance("1 minute"), seller.advance("2 minutes"), seller.settled()])
      assert.strictEqual(seller.now.toISOString(), "2026-01-15T09:03:00.000Z")
    }))
})
