/** How far a resend is, for people. */
import { mostCounted, type ResendState, type ResendView } from "@sellerkit/core"
import { counted } from "../output/counted.ts"
import type { Paint, Style } from "../output/Output.ts"
import { sellerkit } from "../connection/shell.ts"
import { shownTime } from "../output/times.ts"

const barWidth = 24

/** 0 to 1. Where there is nothing to look at, it is 1. */
const share = ({ examined, total }: ResendView): number => (total === 0 ? 1 : Math.min(1, examined / total))

/** There may be more than were counted. */
const isOpen = ({ state, total }: ResendView): boolean => state !== "finished" && total >= mostCounted

const counts = (resend: ResendView): string => {
  const { alreadyWaiting, examined, resent, total } = resend
  const waiting = alreadyWaiting === 0 ? "" : `, ${alreadyWaiting} waited already`
  const all = `${isOpen(resend) ? "at least " : ""}${counted(total, "event")}`
  return `${examined} of ${all} looked at, ${resent} put back among what waits${waiting}`
}

/** There is no bar where the total is not known. */
export const progressBar = (resend: ResendView): string => {
  if (isOpen(resend)) return counts(resend)
  const done = Math.floor(share(resend) * barWidth)
  const bar = "█".repeat(done) + "░".repeat(barWidth - done)
  return `${bar} ${String(Math.floor(share(resend) * 100)).padStart(3)} %  ${counts(resend)}`
}

const styles: Readonly<Record<ResendState, Style>> = {
  running: "cyan",
  finished: "green",
  cancelled: "yellow",
  stopped: "red"
}

const selectionOf = ({ deliveryId, onlyFailed = false, since, until }: ResendView): string => {
  if (since === undefined || until === undefined) return `the events of delivery ${deliveryId}`
  return `${onlyFailed ? "failed events" : "events"} from ${shownTime(since)} to ${shownTime(until)}`
}

/** Events that are put back wait for the end of the pause, like all others. */
const pauseOf = ({ backingOffUntil, webhookId }: ResendView, place: string): ReadonlyArray<string> =>
  backingOffUntil === undefined
    ? []
    : [
        `  The webhook pauses after a failure, until ${shownTime(backingOffUntil)}. To send now what waits:`,
        `    ${sellerkit} retry ${webhookId}${place}`
      ]

/** `place`: the flags that lead to its account (`placeFlags`). */
export const showResend = (resend: ResendView, paint: Paint, place: string): string =>
  [
    `${paint("bold", "Resend")} ${resend.id} ${paint(styles[resend.state], resend.state)}`,
    `  ${selectionOf(resend)}, to webhook ${resend.webhookId}`,
    `  ${counts(resend)}`,
    ...pauseOf(resend, place)
  ].join("\n")

/** Why it ended before all of it was done; undefined when it did not. */
export const failureOf = (resend: ResendView): string | undefined => {
  if (resend.state === "stopped") {
    return `The webhook was disabled or deleted meanwhile: ${counts(resend)}. Enable it, and send the rest again.`
  }
  return resend.state === "cancelled" ? `Somebody cancelled it: ${counts(resend)}.` : undefined
}
