/** What shares a commit on the writer's thread. */
import { assert, describe, it } from "@effect/vitest"
import type { Request } from "../src/database/ThreadMessages.ts"
import { WriteQueue } from "../src/database/WriteQueue.ts"

const account = { sellerId: "s", sandbox: false } as never

const publication = (id: number, events: number): Request => ({
  id,
  name: "EventStore.append",
  input: { account, events: Array.from({ length: events }) as never, now: 0 }
})

const release = (id: number): Request => ({ id, name: "DeliveryQueue.release", input: { leases: [], now: 0 } })

const taken = (requests: ReadonlyArray<Request>): ReadonlyArray<ReadonlyArray<number>> => {
  const queue = new WriteQueue()
  for (const request of requests) queue.add(request)
  const groups: Array<ReadonlyArray<number>> = []
  while (!queue.isEmpty) groups.push(queue.take().map(({ id }) => id))
  return groups
}

describe("what waits to be written", () => {
  it("goes together, as far as a commit may hold rows", () => {
    assert.deepStrictEqual(taken([publication(1, 1000), publication(2, 24), publication(3, 1)]), [[1, 2], [3]])
  })

  it("goes alone when it is more than a commit may hold", () => {
    assert.deepStrictEqual(taken([publication(1, 5000), publication(2, 1), publication(3, 5000)]), [[1], [2], [3]])
  })

  it("lets deliveries pass publications", () => {
    assert.deepStrictEqual(taken([publication(1, 1024), publication(2, 1), release(3), release(4)]), [[3, 4, 1], [2]])
  })

  it("is not passed over again and again by deliveries", () => {
    const queue = new WriteQueue()
    const settlement = (id: number): Request => ({
      id,
      name: "DeliveryQueue.settle",
      input: { outcomes: [{ events: Array.from({ length: 512 }) }] as never, now: 0 }
    })
    for (const request of [publication(1, 1000), publication(2, 1000), settlement(3)]) queue.add(request)
    const first = queue.take().map(({ id }) => id)
    queue.add(settlement(4))
    assert.deepStrictEqual(
      [first, queue.take().map(({ id }) => id)],
      [
        [3, 1],
        [4, 2]
      ]
    )
  })

  it("keeps the order of publications", () => {
    const all = Array.from({ length: 3000 }, (_, index) => publication(index, 1))
    assert.deepStrictEqual(
      taken(all).flat(),
      all.map(({ id }) => id)
    )
  })
})
