/** That names and labels are what Prometheus asks for, and metrics of one name are told apart by their labels. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Metric } from "effect"
import { counter } from "../../src/observability/MetricFamily.ts"
import { Metrics } from "../../src/observability/Metrics.ts"

const families = Object.values(Metrics)
const kinds: Readonly<Record<string, RegExp>> = { Counter: /_total$/, Histogram: /_seconds$/, Gauge: /(?<!_total)$/ }

describe("metrics", () => {
  it("are named as Prometheus has it: with a prefix, a unit, and an ending for counters", () => {
    for (const family of families) {
      const values = family.labels.map(() => "value")
      const metric = (family as (...given: ReadonlyArray<string>) => Metric.Metric<never, unknown>)(...values)
      assert.match(family.id, /^sellerkit_[a-z]+(_[a-z]+)+$/)
      assert.match(family.id, kinds[metric.type]!, metric.type)
      assert.isNotEmpty(metric.description)
    }
  })

  it("have names of their own, and labels that are words", () => {
    assert.lengthOf(new Set(families.map(({ id }) => id)), families.length)
    for (const label of families.flatMap(({ labels }) => [...labels])) {
      assert.include(["api", "operation", "outcome", "reason", "scope", "status", "type"], label)
    }
  })

  it.effect("are counted for each combination of labels, and not backwards", () =>
    Effect.gen(function* () {
      const calls = counter("calls_total", "Calls", "operation", "status")
      assert.strictEqual(calls("a", "1"), calls("a", "1"))
      yield* Metric.update(calls("a", "1"), 2)
      yield* Metric.update(calls("a", "2"), 3)
      yield* Metric.update(calls("a", "1"), -1)
      const counts = yield* Effect.forEach([calls("a", "1"), calls("a", "2"), calls("b", "1")], Metric.value)
      assert.deepStrictEqual(
        counts.map(({ count }) => count),
        [2, 3, 0]
      )
    }).pipe(
      Effect.provideServiceEffect(
        Metric.MetricRegistry,
        Effect.sync(() => new Map())
      )
    )
  )
})
