/** Whether the clocks agree: waits, leases and tokens all go by them. */
import { clockTolerance } from "@sellerkit/core"
import { DateTime, Duration } from "effect"
import { shownDistance, shownDuration } from "../output/times.ts"
import { type Check, ok, problem, warning } from "./Check.ts"

const name = "clock"

const tolerance = Duration.seconds(clockTolerance)

const setClock = "Keep the clock right with NTP"

/** `serviceTime` is what the running service says. */
export const judgeServiceClock = (now: DateTime.Utc, serviceTime: DateTime.Utc): Check => {
  const ahead = DateTime.distance(serviceTime, now)
  const difference = Duration.abs(ahead)
  if (Duration.isLessThanOrEqualTo(difference, tolerance)) return ok(name, "The same as that of the running service")
  const direction = Duration.isPositive(ahead) ? "ahead of" : "behind"
  const message = `This machine's clock is ${shownDuration(difference)} ${direction} that of the running service`
  return warning(name, message, setClock)
}

/** The newest record cannot be from the future. */
export const judgeNewestRecord = (now: DateTime.Utc, newestRecordAt: DateTime.Utc): Check => {
  if (Duration.isLessThanOrEqualTo(DateTime.distance(now, newestRecordAt), tolerance)) {
    return ok(name, `The database was last written ${shownDistance(newestRecordAt, now)} ago`)
  }
  const message = `The newest record of the database is ${shownDistance(now, newestRecordAt)} in the future`
  return problem(name, message, `The clock is behind, or was ahead: what waits may wait for as long. ${setClock}`)
}
