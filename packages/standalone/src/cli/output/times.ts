/** How points in time and durations are shown to people. */
import { DateTime, Duration } from "effect"

/** In UTC, to the second, in the form that `--since` takes. */
export const shownTime = (time: DateTime.Utc): string => DateTime.formatIso(time).replace(/\.\d+Z$/, "Z")

/** The two largest units, such as `3h 12m`. */
export const shownDuration = (duration: Duration.Duration): string => {
  const seconds = Math.max(0, Math.round(Duration.toSeconds(duration)))
  return seconds === 0 ? "0s" : Duration.format(Duration.seconds(seconds)).split(" ").slice(0, 2).join(" ")
}

/** How long it is from one to the other; zero when the other was before. */
export const shownDistance = (from: DateTime.Utc, to: DateTime.Utc): string =>
  shownDuration(DateTime.distance(from, to))
