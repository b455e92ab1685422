/** What an event costs of what the platform bills: it must not grow unnoticed. `npm run bench -- w` measures more of it. */
import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import { vi } from "vitest"
import type { Counted } from "../fixtures/worker/countStorage.ts"
import { fetchAlone } from "../fixtures/fetchAlone.ts"
import { type Receiver, startReceiver } from "./seller/receiver.ts"
import { startWorkerd } from "./workerd.ts"

const seller = { sellerId: "01980000-0000-7000-8000-000000000001" }

const card = (number: number) => ({
  scope: "content",
  type: "card_changed",
  payload: { nmID: number, vendorCode: `card-${number}`, updatedAt: "2026-01-15T09:30:00Z" }
})

// An object's alarm rings so long after it has begun to work, in milliseconds.
const patience = 30_000

const day = 86_400_000

let workerd: Awaited<ReturnType<typeof startWorkerd>>
let receiver: Receiver
beforeAll(async () => {
  workerd = await startWorkerd("seller/countedWorker.ts", { SELLERS: "SellerObject" })
  receiver = await startReceiver()
})
afterAll(async () => {
  await workerd.stop()
  receiver.stop()
})

const call = async (path: string, ...given: ReadonlyArray<unknown>): Promise<any> => {
  const answer = await fetchAlone(new URL(path, workerd.url).href, { method: "POST", body: JSON.stringify(given) })
  const text = await answer.text()
  assert.strictEqual(answer.status, 200, text)
  return JSON.parse(text)
}

const takeCount = (): Promise<Counted> => call("/object/takeCount", seller)

let published = 0

/** Publishes events together, and waits until it is recorded that they are delivered. */
const deliver = async (events: number, keyed: "with keys" | "without keys"): Promise<void> => {
  const cards = Array.from({ length: events }, () => card(++published))
  const given = keyed === "with keys" ? cards.map((one) => ({ ...one, idempotencyKey: one.payload.vendorCode })) : cards
  await call("/publish", seller, given)
  await vi.waitFor(async () => assert.strictEqual(await call("/object/recorded", seller), published))
  assert.lengthOf(receiver.keys, published)
}

it("sets an alarm once for many events, which rings once, and reads and writes few rows", async () => {
  const subscriptions = [{ scope: "content", event: "card_changed" }]
  await call("/webhooks.create", seller, { name: "Cards", url: receiver.url, subscriptions })
  await takeCount()

  const begunAt = Date.now()
  await deliver(1, "with keys")
  const alarmTime = await call("/object/alarmTime", seller)
  assert.isAtLeast(alarmTime, begunAt)
  assert.isAtMost(alarmTime, Date.now() + patience)
  for (let event = 1; event < 10; event++) await deliver(1, "with keys")
  const alone = await takeCount()
  const rings = () => Math.floor((Date.now() - begunAt) / patience)
  // On a slow machine it rings, and a lane that sleeps is written down then.
  const slowRows = () => 2 * rings()
  const most = rings()
  assert.isAtMost(alone.alarmsRung, most)
  assert.isAtMost(alone.alarmsSet, 1 + 2 * most)
  // An event with its id and its key, its recipient, and an attempt with its id. The first attempt is noted as the oldest one as well.
  assert.isAtMost(alone.rowsWritten, 10 * 6 + 2 + slowRows())
  assert.isAtMost(alone.rowsRead, 420 + 20 * most)

  // An object is ended while nothing happens. What arrives first after that costs no more.
  for (const [events, rows] of [
    [1, 5],
    [100, 10]
  ] as const) {
    await call("/object/evict", seller)
    await deliver(events, "without keys")
    const afterStart = await takeCount()
    assert.isAtMost(afterStart.rowsWritten, rows + slowRows())
  }

  // Among them there may be a mark, which is moved once in 128 events, and a turn of two ranges of ids, which makes two blocks.
  await deliver(100, "with keys")
  const withKeys = await takeCount()
  assert.isAtMost(withKeys.rowsWritten, 108 + slowRows())
  assert.isAtMost(withKeys.rowsRead, 380)

  // One block of events, one run of what became of them, and one attempt.
  await deliver(100, "without keys")
  const together = await takeCount()
  assert.isAtMost(together.rowsWritten, 10 + slowRows())
  assert.isAtMost(together.rowsRead, 60)

  // Nothing is due when it rings for an object that might have ended meanwhile.
  await call("/object/ring", seller)
  const ring = await takeCount()
  assert.deepStrictEqual([ring.rowsWritten, ring.alarmsSet], [0, 1])
  assert.isAtMost(ring.rowsRead, 15)
  const removal = await call("/object/alarmTime", seller)
  assert.isAtLeast(removal, begunAt + day, "it is set for the removal of old records")
  assert.strictEqual(removal % day, 0, "of all that become too old in the same day")
})

it("keeps budgets when it is evicted: a row for a call of a small one, and none for calls of one that is soon full again", async () => {
  const other = { sellerId: "01980000-0000-7000-8000-000000000002" }
  const { token } = await call("/issueToken", other)
  const ask = async (path: string) => {
    const answer = await fetchAlone(new URL(path, workerd.url).href, { headers: { authorization: token } })
    await answer.text()
    return answer
  }
  assert.strictEqual((await ask("/api/v1/webhooks")).status, 200)
  await takeCount()
  // 1200 a minute.
  await ask("/api/v1/webhooks")
  assert.strictEqual((await takeCount()).rowsWritten, 0)

  // Three in 30 seconds.
  for (let check = 0; check < 3; check++) {
    assert.strictEqual((await ask("/ping")).status, 200)
    assert.strictEqual((await takeCount()).rowsWritten, 1)
  }
  await call("/object/evict", other)
  const refused = await ask("/ping")
  assert.strictEqual(refused.status, 429)
  assert.isAbove(Number(refused.headers.get("x-ratelimit-retry")), 0)
  assert.strictEqual((await takeCount()).rowsWritten, 0)
})
