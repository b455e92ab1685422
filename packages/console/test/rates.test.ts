/** What happened between samples of the activity. */
import { describe, expect, it } from "vitest"
import type { ActivitySample } from "../src/app/api/activity.ts"
import { failuresBetween, minutesOf } from "../src/app/overview/rates.ts"

const sample = (at: number, change: Partial<ActivitySample> = {}): ActivitySample => ({
  at: at * 1000,
  process: "first",
  since: -1000,
  accepted: 0,
  delivered: 0,
  failed: {},
  receipts: [
    [0.01, 0],
    [0.1, 0],
    [1, 0]
  ],
  received: 0,
  ...change
})

describe("rates", () => {
  it("are those of whole minutes, and of what has passed of the last one", () => {
    const samples = [0, 20, 40, 60, 80, 90].map((at) => sample(at, { accepted: at, failed: { "5xx": at / 10 } }))
    expect(minutesOf(samples).map(({ accepted, at, failed }) => [at, accepted, failed])).toEqual([
      [60_000, 60, 6],
      [90_000, 60, 6]
    ])
    expect(minutesOf([])).toEqual([])
    expect(minutesOf([sample(0)])).toEqual([])
  })

  it("count from zero after a restart of the process", () => {
    for (const delivered of [30, 5000]) {
      const after = sample(60, { delivered, process: "second", since: 20_000 })
      const [one] = minutesOf([sample(0, { delivered: 1000 }), after])
      expect(one!.delivered).toBe(delivered)
    }
  })

  it("are unknown between samples of processes that run beside each other", () => {
    // Both may have started in the same millisecond.
    const other = { process: "second", since: -1000 }
    const samples = [
      sample(0, { delivered: 10, failed: { "5xx": 1 } }),
      sample(60, { delivered: 20, failed: { "5xx": 2 } }),
      sample(120, { ...other, delivered: 5000, failed: { "5xx": 700 } }),
      sample(180, { ...other, delivered: 5001, failed: { "5xx": 704 } })
    ]
    expect(minutesOf(samples).map(({ at, delivered }) => [at, delivered])).toEqual([
      [60_000, 10],
      [180_000, 1]
    ])
    expect(failuresBetween(samples)).toEqual([["5xx", 5]])
  })
})

describe("how long events take", () => {
  const receipts = (...counts: ReadonlyArray<number>) => ({
    receipts: [0.01, 0.1, 1].map((bound, index) => [bound, counts[index]!] as const),
    received: counts.at(-1)!
  })

  it("is the bound within which a part of those between two samples arrived", () => {
    const [before, after] = [sample(0, receipts(10, 10, 10)), sample(60, receipts(60, 105, 110))]
    const [one] = minutesOf([before, after])
    expect([one!.median, one!.p99]).toEqual([0.01, 1])
    const [none] = minutesOf([after, { ...after, at: after.at + 60_000 }])
    expect([none!.median, none!.p99]).toEqual([undefined, undefined])
  })
})

describe("failures", () => {
  it("are counted by their reasons, the most frequent first", () => {
    const samples = [sample(0, { failed: { "5xx": 3 } }), sample(5, { failed: { "5xx": 4, timeout: 2, "4xx": 0 } })]
    expect(failuresBetween(samples)).toEqual([
      ["timeout", 2],
      ["5xx", 1]
    ])
    expect(failuresBetween([])).toEqual([])
  })
})
