/** A flag that takes a point in time. */
import { Flag } from "effect/cli"
import { type Moment, readMoment } from "./Moment.ts"

export const momentFlag = (name: string): Flag.Flag<Moment> =>
  Flag.String(name).pipe(
    Flag.filterMap(
      readMoment,
      () => "Expected a time such as 2026-11-20T09:30:00Z, or how long ago, such as 30m, 2h or 1d"
    )
  )
