/** `sellerkit deliveries --follow`: every attempt once, whatever the order in which they are recorded. */
import { DeliveryId, WebhookId } from "@sellerkit/core"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { type ListDeliveries, makeDeliveryFeed } from "../src/cli/deliveries/DeliveryFeed.ts"

interface Attempt {
  readonly id: DeliveryId
  /** When it began: its time in the list. */
  readonly began: number
  /** When it had ended: from then on it is listed. */
  readonly recorded: number
  readonly success: boolean
}

const idOf = (number: number) => DeliveryId.make(`00000000-0000-7000-8000-${String(number).padStart(12, "0")}`)
const webhookId = WebhookId.make("00000000-0000-7000-8000-000000000000")

/** A list of deliveries whose clock goes on by `perRequest` milliseconds with each request. */
const world = (attempts: ReadonlyArray<Attempt>, start: number, perRequest: number) => {
  const order = attempts.toSorted((left, right) => right.began - left.began || right.id.localeCompare(left.id))
  let now = start
  let requests = 0
  const list: ListDeliveries<never, never> = ({ from, limit, next }) =>
    Effect.sync(() => {
      now += perRequest
      requests++
      assert.isAtMost(limit, 1000, "as many as the service gives")
      const after = next === "" ? -1 : order.findIndex(({ id }) => id === next)
      const found = order
        .slice(after + 1)
        .filter(({ began, recorded }) => recorded <= now && (from === undefined || began >= from.epochMilliseconds))
      const page = found.slice(0, limit)
      return {
        deliveries: page.map(({ began, id, success }) => ({
          id,
          time: DateTime.makeUnsafe(began),
          webhookId,
          success
        })),
        next: found.length > limit ? page.at(-1)!.id : ""
      }
    })
  return { list, sleep: (milliseconds: number) => (now += milliseconds), now: () => now, requests: () => requests }
}

/** The same numbers for the same seed, from 0 to 1. */
const numbersOf = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32
  return seed / 2 ** 32
}

const begin = Date.parse("2026-11-21T02:00:00Z")

/** Attempts of some minutes: most are quick, some hang for as long as they may. */
const attemptsOf = (seed: number, count: number, milliseconds: number): ReadonlyArray<Attempt> => {
  const next = numbersOf(seed)
  return Array.from({ length: count }, (_, index) => {
    const began = begin + Math.floor(next() * milliseconds)
    const takes = next() < 0.3 ? 12_000 * next() : 50 * next()
    return { id: idOf(index), began, recorded: began + Math.ceil(takes), success: next() < 0.5 }
  })
}

const idsOf = (deliveries: ReadonlyArray<{ readonly id: DeliveryId }>) => deliveries.map(({ id }) => id)

describe("following deliveries", () => {
  it.each(Array.from({ length: 20 }, (_, seed) => seed))(
    "misses none and shows none twice, however late they are recorded (%d)",
    async (seed) => {
      const attempts = attemptsOf(seed, 3000, 240_000)
      const perRequest = 7
      const started = begin + 60_000
      const { list, now, sleep } = world(attempts, started, perRequest)
      const feed = makeDeliveryFeed(list)
      const shown = idsOf(await Effect.runPromise(feed.newest(5)))
      assert.lengthOf(shown, 5)
      const more: Array<DeliveryId> = []
      while (now() < begin + 260_000) {
        sleep(1000)
        more.push(...idsOf(await Effect.runPromise(feed.more)))
      }
      const given = new Set([...shown, ...more])
      assert.strictEqual(given.size, shown.length + more.length, "none twice")
      // The first request asks for the latest, the second for what exists already.
      const wasThere = ({ recorded }: Attempt) => recorded <= started + 2 * perRequest
      const missing = attempts.filter((attempt) => !wasThere(attempt) && !given.has(attempt.id))
      assert.deepStrictEqual(missing, [])
      const later = new Set(more)
      const old = attempts.filter((attempt) => wasThere(attempt) && later.has(attempt.id))
      assert.deepStrictEqual(old, [], "what was there before is not new")
    }
  )

  it("gives the newest last, at first and later", async () => {
    const attempts = attemptsOf(1, 200, 60_000).map((attempt) => ({ ...attempt, recorded: attempt.began }))
    const { list, sleep } = world(attempts, begin + 30_000, 0)
    const feed = makeDeliveryFeed(list)
    const timesOf = (deliveries: ReadonlyArray<{ readonly time: DateTime.Utc }>) =>
      deliveries.map(({ time }) => time.epochMilliseconds)
    const first = timesOf(await Effect.runPromise(feed.newest(10)))
    sleep(30_000)
    const second = timesOf(await Effect.runPromise(feed.more))
    assert.deepStrictEqual([...first, ...second], [...first, ...second].toSorted())
    assert.isAbove(second.length, 0)
  })

  it("begins with nothing where nothing was sent yet", async () => {
    const attempts = attemptsOf(2, 10, 1000)
    const { list, sleep } = world(attempts, begin - 5000, 0)
    const feed = makeDeliveryFeed(list)
    assert.deepStrictEqual(await Effect.runPromise(feed.newest(5)), [])
    assert.deepStrictEqual(await Effect.runPromise(feed.more), [])
    sleep(60_000)
    assert.sameMembers([...idsOf(await Effect.runPromise(feed.more))], [...idsOf(attempts)])
    assert.deepStrictEqual(await Effect.runPromise(feed.more), [])
  })

  it("takes several pages where more came than one holds", async () => {
    const attempts = attemptsOf(3, 5000, 10_000)
    const { list, sleep } = world(attempts, begin - 1, 0)
    const feed = makeDeliveryFeed(list)
    await Effect.runPromise(feed.newest(5))
    sleep(60_000)
    assert.lengthOf(await Effect.runPromise(feed.more), 5000)
  })
})

describe("the newest deliveries", () => {
  it("are as many as are asked for, on several pages where one holds fewer", async () => {
    const attempts = attemptsOf(4, 3000, 60_000)
    const { list, requests } = world(attempts, begin + 600_000, 0)
    const shown = await Effect.runPromise(makeDeliveryFeed(list).newest(2500))
    const newest = attempts.toSorted((left, right) => left.began - right.began || left.id.localeCompare(right.id))
    assert.deepStrictEqual(idsOf(shown), idsOf(newest.slice(-2500)))
    assert.isBelow(requests(), 10)
  })
})
