/** Which days are refused: none that stays, and each that retention may have removed. */
import { assert, describe, it } from "@effect/vitest"
import { Duration } from "effect"
import { dayProblem } from "../../src/statistics/keptDays.ts"

const at = (text: string) => Date.parse(text)
const problem = (date: string, now: string, period: Duration.Duration) => dayProblem(date, at(now), period)?.reason

describe("days of statistics", () => {
  it("are refused from ten minutes before they are removed on, and the first that is taken is named", () => {
    const week = Duration.days(7)
    const reason = (first: string) => `Expected ${first} or a later day: those before are not kept`
    assert.isUndefined(problem("2026-01-08", "2026-01-14T23:50:00+03:00", week))
    assert.strictEqual(problem("2026-01-08", "2026-01-14T23:50:00.001+03:00", week), reason("2026-01-09"))
    assert.strictEqual(problem("2026-01-07", "2026-01-14T23:50:00+03:00", week), reason("2026-01-08"))
    assert.strictEqual(problem("0000-01-01", "2026-01-14T12:00:00+03:00", week), reason("2026-01-08"))
    assert.isUndefined(problem("2100-01-01", "2026-01-14T12:00:00+03:00", week))
  })

  it("are never refused where rows are kept for ever", () => {
    assert.isUndefined(problem("0000-01-01", "2026-01-14T12:00:00+03:00", Duration.infinity))
  })
})
