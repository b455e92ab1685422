import { assert, describe, it } from "@effect/vitest"
import { type Ended, Unsettled } from "../../../src/delivery/flight/Unsettled.ts"
import { owner } from "../../fixtures.ts"

const live = owner()
const sandbox = owner(undefined, true)

// Only whose request it was and what it carried matters here.
const ended = (of: typeof live, events: number) =>
  ({ outcome: { lease: { owner: of }, events: Array.from({ length: events }) } }) as unknown as Ended

const ofLive = (events: number) => ended(live, events)
const ofSandbox = (events: number) => ended(sandbox, events)

const added = (...requests: ReadonlyArray<Ended>): Unsettled => {
  const all = new Unsettled()
  for (const request of requests) all.add(request)
  return all
}

/** What is taken until there is none, in groups. */
const groups = (all: Unsettled, take: () => ReadonlyArray<Ended>) => {
  const taken: Array<ReadonlyArray<number>> = []
  while (all.areAny) {
    taken.push(
      take().map(({ outcome }) => (outcome.lease.owner === live ? outcome.events.length : -outcome.events.length))
    )
  }
  return taken
}

describe("requests that ended", () => {
  it("are taken in their order, a few at a time", () => {
    const all = added(ofLive(3), ofSandbox(2), ofLive(9), ofLive(1), ofSandbox(1))
    assert.deepStrictEqual(
      groups(all, () => all.take(5)),
      [[3, -2], [9], [1, -1]]
    )
  })

  it("are taken again when they are put back, first of all", () => {
    const all = added(ofLive(1), ofLive(2))
    all.putBack(all.take(1))
    assert.deepStrictEqual(
      groups(all, () => all.take(1)),
      [[1], [2]]
    )
  })

  it("are taken by turns while an account gives way: those of the others, and a step of its own", () => {
    const all = added(ofLive(2), ofLive(2), ofLive(2), ofSandbox(3), ofSandbox(3), ofSandbox(3), ofLive(9))
    assert.deepStrictEqual(
      groups(all, () => all.takeByTurns(6, { accounts: [live], mostEvents: 4 })),
      [[-3, -3], [2, 2], [-3], [2], [9]]
    )
  })

  it("are taken in steps where only accounts that give way have any, and then the others' first", () => {
    const all = added(ofLive(2), ofLive(2), ofLive(2))
    const take = () => all.takeByTurns(6, { accounts: [live], mostEvents: 2 })
    assert.lengthOf(take(), 1)
    all.add(ofSandbox(1))
    assert.deepStrictEqual(groups(all, take), [[-1], [2], [2]])
  })
})
