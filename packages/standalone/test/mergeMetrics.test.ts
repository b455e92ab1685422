/** Metrics of several processes in one text. */
import { assert, describe, it } from "@effect/vitest"
import { mergeMetrics } from "../src/cli/process/cluster/mergeMetrics.ts"

const textOf = (lines: ReadonlyArray<string>): string => `${lines.join("\n")}\n`

const counter = (...values: ReadonlyArray<string>) => [
  "# HELP sellerkit_a_total Things that happened",
  "# TYPE sellerkit_a_total counter",
  ...values
]
const histogram = (...values: ReadonlyArray<string>) => ["# TYPE sellerkit_b_seconds histogram", ...values]
const waiting = (value: number) => ["# TYPE sellerkit_events_waiting gauge", `sellerkit_events_waiting ${value}`]

describe("metrics of several processes", () => {
  it("are said once, with the values of each", () => {
    const merged = mergeMetrics({ process: 2, text: textOf([...counter("sellerkit_a_total 5")]) }, [
      { process: 1, text: textOf([...counter('sellerkit_a_total{kind="x=1} y"} 7'), ...histogram()]) },
      {
        process: 3,
        text: textOf(histogram('sellerkit_b_seconds_bucket{le="+Inf"} 1', "sellerkit_b_seconds_sum 0.5"))
      }
    ])
    assert.strictEqual(
      merged,
      textOf([
        ...counter('sellerkit_a_total{process="1",kind="x=1} y"} 7', 'sellerkit_a_total{process="2"} 5'),
        ...histogram('sellerkit_b_seconds_bucket{process="3",le="+Inf"} 1', 'sellerkit_b_seconds_sum{process="3"} 0.5')
      ])
    )
  })

  it("say what is stored as the process says that was asked", () => {
    const others = [
      { process: 1, text: textOf(waiting(9)) },
      { process: 3, text: textOf(counter("sellerkit_a_total 1")) }
    ]
    assert.strictEqual(
      mergeMetrics({ process: 2, text: textOf(waiting(4)) }, others),
      textOf([...waiting(4), ...counter('sellerkit_a_total{process="3"} 1')])
    )
    // It could not be read: an old value would be wrong.
    assert.strictEqual(mergeMetrics({ process: 2, text: "" }, others.slice(0, 1)), "")
  })
})
