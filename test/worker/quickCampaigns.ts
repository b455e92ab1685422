/** For Workers of tests: changes of campaigns take effect at once. There is no option for it, because the intervals are published. */
import { publishedIntervals } from "@sellerkit/core"
import { Duration, Record } from "effect"

Object.assign(
  publishedIntervals,
  Record.map(publishedIntervals, () => Duration.millis(50))
)
