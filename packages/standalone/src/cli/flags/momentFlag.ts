/** A flag that takes a point in time. */
import { Flag } from "effect/cli"
import type { Moment } from "./Moment.ts"
import { readBy } from "./readBy.ts"

const expected = "Expected a time such as 2026-11-20T09:30:00Z, or how long ago, such as 30m, 2h or 1d"

export const momentFlag = (name: string): Flag.Flag<Moment> =>
  Flag.mapEffect(
    Flag.String(name),
    readBy({ kind: "flag", name, expected }, async () => (await import("./Moment.ts")).readMoment)
  )
