/** Rows of reports that the marketplace's own side tells: each write says at which refresh they become visible. */
import { Array, Duration, Effect, Result } from "effect"
import type { Account } from "../access/Account.ts"
import { encodeKey } from "../records/Key.ts"
import * as Lookup from "../records/Lookup.ts"
import { put, type Records } from "../records/Records.ts"
import type { Recorded } from "../statistics/Statistics.ts"
import { lastRefresh, refreshedState, ReportRefreshInterval, refreshStates } from "./refresh.ts"
import type { ReportKind, ReportRows } from "./ReportKind.ts"
import { currentVersion, formerRows, reportRows, textOf, versionOf } from "./reportRecords.ts"

// our choice: rows in one write.
const mostAtOnce = 1000

export const makeReportRecording = (records: Records["Service"]) => {
  const recordSome = Effect.fnUntraced(function* <Kind extends ReportKind>(
    account: Account,
    kind: Kind,
    rows: ReadonlyArray<ReportRows[Kind]>
  ) {
    const refreshed = yield* lastRefresh
    const interval = Duration.toMillis(yield* ReportRefreshInterval)
    const given = new Map(
      rows.map((row) => {
        const version = versionOf(kind, row, refreshed)
        return [encodeKey(version.key), version] as const
      })
    )
    const find = {
      known: Lookup.one(refreshStates, [kind]),
      found: Lookup.placed(reportRows[kind], { keys: [...given.values()].map(({ key }) => key) })
    }
    return yield* records.transact(account, find, ({ found, known }) => {
      const state = refreshedState(known, kind, refreshed)
      const before = new Map(found.map(({ content, place }) => [place, content]))
      const other = [...given].filter(([place, { text }]) => {
        const content = before.get(place)
        return content === undefined || textOf(content) !== text
      })
      const changes = other.flatMap(([place, version]) => {
        const content = before.get(place)
        const former = content === undefined ? undefined : currentVersion(kind, content)
        const written = put(reportRows[kind], { ...version, from: state.refreshed })
        if (former === undefined || former.from >= state.refreshed) return [written]
        const end = state.refreshed + interval
        return [written, put(formerRows, { ...former, until: state.refreshed, end })]
      })
      const revised = other.length === 0 ? state : { ...state, revision: state.revision + 1 }
      return Result.succeed({
        answer: { accepted: rows.length, changed: other.length },
        changes: other.length === 0 ? [] : [...changes, put(refreshStates, revised)]
      })
    })
  })

  return Effect.fn("Reports.record")(function* <Kind extends ReportKind>(
    account: Account,
    kind: Kind,
    rows: ReadonlyArray<ReportRows[Kind]>
  ) {
    const parts = yield* Effect.forEach(Array.chunksOf(rows, mostAtOnce), (some) => recordSome(account, kind, some))
    const recorded: Recorded = {
      accepted: parts.reduce((sum, { accepted }) => sum + accepted, 0),
      changed: parts.reduce((sum, { changed }) => sum + changed, 0)
    }
    return recorded
  })
}
