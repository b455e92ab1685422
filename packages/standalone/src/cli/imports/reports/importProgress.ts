/** Shows how far an import is: as a bar on a terminal, and as lines in a log. */
import { Clock, Console, Effect } from "effect"
import { counted } from "../../output/counted.ts"
import { type AsJson, isForPeople, isTerminal } from "../../output/Output.ts"
import { drawStatus } from "../../output/statusLine.ts"

export interface ImportCounts {
  readonly accepted: number
  readonly refused: number
}

const barWidth = 20

const bar = (part: number): string => "#".repeat(Math.floor(part * barWidth)).padEnd(barWidth, "-")

const clockText = (seconds: number): string => {
  const whole = Math.ceil(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`
}

/** How many rows, in words; grouped for people who read large numbers. */
const rows = (count: number): string => counted(count, "row").replace(/^\d+/, count.toLocaleString("en"))

export const countsText = ({ accepted, refused }: ImportCounts): string =>
  `${rows(accepted)} taken, ${refused.toLocaleString("en")} refused`

// our choice: of a file that takes hours a log has ten lines, and of an input without an end one a hundred thousand rows.
const linesOfFile = 10
const rowsOfLine = 100_000

/** `before`: rows that an earlier run had taken. `part` says how much has been read, if that is known. */
export const makeProgress = Effect.fnUntraced(function* (asJson: AsJson, before: ImportCounts) {
  const isDrawn = (yield* isTerminal) && (yield* isForPeople(asJson))
  const started = yield* Clock.currentTimeMillis
  let lines = 0
  let first: number | undefined
  return {
    show: Effect.fnUntraced(function* (part: number | undefined, counts: ImportCounts) {
      first ??= part
      if (!isDrawn) {
        // What has been read is ahead of what was taken: the last line is that of the end.
        if (part === 1) return
        const due = part === undefined ? (counts.accepted + counts.refused) / rowsOfLine : part * linesOfFile
        if (Math.floor(due) <= lines) return
        lines = Math.floor(due)
        const percent = part === undefined ? "" : `${Math.floor(part * 100)}%: `
        return yield* Console.error(`${percent}${countsText(counts)}`)
      }
      const seconds = ((yield* Clock.currentTimeMillis) - started) / 1000
      const speed =
        seconds > 0 ? `, ${Math.round((counts.accepted - before.accepted) / seconds).toLocaleString("en")} rows/s` : ""
      if (part === undefined) return yield* drawStatus(asJson, `${countsText(counts)}${speed}`)
      const done = part - (first ?? 0)
      const left = done > 0 ? `, ${clockText((seconds * (1 - part)) / done)} left` : ""
      yield* drawStatus(asJson, `[${bar(part)}] ${Math.floor(part * 100)}% ${countsText(counts)}${speed}${left}`)
    }),
    /** All of it was taken. */
    end: (part: number | undefined, counts: ImportCounts) =>
      isDrawn || part === undefined ? Effect.void : Console.error(`100%: ${countsText(counts)}`),
    clear: drawStatus(asJson, "")
  }
})
