/** The days that a chart is about, and what is said of days that it cannot be about. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { chartPeriod } from "../src/cli/campaigns/chartPeriod.ts"

/** In Moscow it is the 23rd already. */
const now = Date.parse("2026-11-22T21:30:00Z")

const period = (from?: string, to?: string) =>
  chartPeriod({ from: Option.fromUndefinedOr(from), to: Option.fromUndefinedOr(to) }, now)

describe("the period of a chart", () => {
  it.effect("is the last seven days in Moscow, unless something else is said", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* period(), { from: "2026-11-17", to: "2026-11-23" })
      assert.deepStrictEqual(yield* period("2026-11-01"), { from: "2026-11-01", to: "2026-11-23" })
      assert.deepStrictEqual(yield* period(undefined, "2026-03-03"), { from: "2026-02-25", to: "2026-03-03" })
      assert.deepStrictEqual(yield* period("2026-11-23"), { from: "2026-11-23", to: "2026-11-23" })
      assert.deepStrictEqual(yield* period("2026-10-01", "2026-10-31"), { from: "2026-10-01", to: "2026-10-31" })
    })
  )

  it.effect("does not end before it begins, and has 31 days at most", () =>
    Effect.gen(function* () {
      const refused = (from?: string, to?: string) =>
        Effect.map(Effect.flip(period(from, to)), ({ message }) => message)
      assert.strictEqual(
        yield* refused("2026-11-24"),
        "--from 2026-11-24 is after today, which is 2026-11-23 in Moscow. Give a first day that is not."
      )
      assert.match(yield* refused("2026-11-02", "2026-11-01"), /^--from 2026-11-02 is after --to 2026-11-01\./)
      assert.strictEqual(
        yield* refused("2026-10-01", "2026-11-01"),
        "From 2026-10-01 to 2026-11-01 it is 32 days, and a chart has 31 at most. Give --from 2026-10-02, or --to 2026-10-31."
      )
    })
  )
})
