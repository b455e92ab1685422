/** Rows of reports that the marketplace's own side tells: each write says at which refresh they become visible. */
import { Array, Duration, Effect, Result, Stream } from "effect"
import type { Account } from "../access/Account.ts"
import type { StoredRecord } from "../records/Collection.ts"
import * as Lookup from "../records/Lookup.ts"
import { type Change, put, type Records } from "../records/Records.ts"
import type { Recorded } from "../statistics/Recorded.ts"
import { lastRefresh, refreshedState, ReportRefreshInterval, refreshStates } from "./refresh.ts"
import type { ReportKind, ReportRows } from "./ReportKind.ts"
import { currentVersion, formerRows, reportRows, type RowVersion, textOf, versionOf } from "./reportRecords.ts"

// our choice: rows in one write.
const mostAtOnce = 1000

/** Rows of one write, encoded before it begins: of rows with the same key the last one counts. */
const prepare = <Kind extends ReportKind>(kind: Kind, rows: ReadonlyArray<ReportRows[Kind]>, refreshed: number) => {
  const given = new Map<string, PreparedRow>()
  for (const row of rows) {
    const version = versionOf(kind, row, refreshed)
    const stored = reportRows[kind].encode(version)
    given.set(stored.key, { version, stored })
  }
  return { rows: rows.length, given, refreshed }
}

interface PreparedRow {
  /** As if it was visible after the refresh that was the last one when it was prepared. */
  readonly version: RowVersion
  readonly stored: StoredRecord
}

type Prepared = ReturnType<typeof prepare>

export const makeReportRecording = (records: Records["Service"]) => {
  const write = (account: Account, kind: ReportKind, { given, refreshed, rows }: Prepared, interval: number) => {
    const find = {
      known: Lookup.one(refreshStates, [kind]),
      found: Lookup.placed(reportRows[kind], { keys: [...given.values()].map(({ version }) => version.key) })
    }
    return records.transact(account, find, ({ found, known }) => {
      const state = refreshedState(known, kind, refreshed)
      const from = state.refreshed
      const before = new Map(found.map(({ content, place }) => [place, content]))
      const changes: Array<Change> = []
      let changed = 0
      for (const [place, { stored, version }] of given) {
        const content = before.get(place)
        if (content !== undefined && textOf(content) === version.text) continue
        changed++
        // Another process knows of a later refresh, as a rare exception.
        changes.push(from === refreshed ? { put: stored } : put(reportRows[kind], { ...version, from }))
        const former = content === undefined ? undefined : currentVersion(kind, content)
        if (former === undefined || former.from >= from) continue
        changes.push(put(formerRows, { ...former, until: from, end: from + interval }))
      }
      if (changed > 0) changes.push(put(refreshStates, { ...state, revision: state.revision + 1 }))
      return Result.succeed({ answer: { accepted: rows, changed }, changes })
    })
  }

  /** While the storage writes some rows, the next ones are prepared. */
  return Effect.fn("Reports.record")(function* <Kind extends ReportKind>(
    account: Account,
    kind: Kind,
    rows: ReadonlyArray<ReportRows[Kind]>
  ) {
    const interval = Duration.toMillis(yield* ReportRefreshInterval)
    return yield* Stream.fromIterable(Array.chunksOf(rows, mostAtOnce)).pipe(
      Stream.mapEffect((some) => Effect.map(lastRefresh, (refreshed) => prepare(kind, some, refreshed))),
      Stream.buffer({ capacity: 1 }),
      Stream.mapEffect((prepared) => write(account, kind, prepared, interval)),
      Stream.runFold(
        (): Recorded => ({ accepted: 0, changed: 0 }),
        (sum, { accepted, changed }) => ({ accepted: sum.accepted + accepted, changed: sum.changed + changed })
      )
    )
  })
}
