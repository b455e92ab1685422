/**
 * Whatever is recorded while answers are read, and however long that takes: each answer has each row once, as it was at the refresh
 * that the answer shows, also where the clocks of readers and writers differ.
 */
import { assert, describe, it } from "@effect/vitest"
import {
  moscowDateTime,
  type RawText,
  Records,
  recordedReports,
  Reports,
  type ShownRows,
  stringOf
} from "@sellerkit/core"
import { Clock, Effect, Layer, Order, Pull, Schema, Stream } from "effect"
import { TestClock } from "effect/testing"
import { account } from "../fixtures.ts"
import type { StorageTarget } from "../conformance/StorageTarget.ts"
import { listOf, Which } from "../property/choices.ts"
import { propertyRuns } from "../property/propertyRuns.ts"
import { orderRow } from "./reportRows.ts"

const interval = 30 * 60_000

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

const RowStep = Schema.Struct({ srid: between(0, 9), change: between(0, 12), day: between(0, 1) })

const Step = Schema.TaggedUnion({
  Record: { rows: listOf(RowStep, 4) },
  Wait: { minutes: between(1, 40) },
  /** `since` is a change, and `ahead` how many refreshes the reader's clock is ahead. */
  Open: {
    by: Schema.Literals(["change", "change", "day"]),
    day: between(0, 1),
    since: between(0, 12),
    limit: between(1, 12),
    ahead: Schema.Literals([0, 0, 0, -1, 1])
  },
  Read: { which: Which, parts: between(1, 3) }
})

const days = ["2026-01-14", "2026-01-15"]

const timeOfChange = (change: number) => Date.parse("2026-01-16T00:00:00Z") + change * 1000

const rowOf = ({ change, day, srid }: typeof RowStep.Type) =>
  orderRow(`order ${srid}`, {
    date: `${days[day]}T10:00:00`,
    lastChangeDate: moscowDateTime(timeOfChange(change))
  })

interface Version {
  readonly from: number
  readonly row: ReturnType<typeof rowOf>
}

const byChange = Order.Struct({ lastChangeDate: Order.String, srid: Order.String })
/**
 * At most so many, but never between rows of one time, and with those of a later time than was asked for, where there is one: a
 * client that asks again from the last time gets further.
 */
const onePage = (
  rows: ReadonlyArray<Version["row"]>,
  { limit, since }: { readonly limit: number; readonly since: number }
) => {
  const found = rows.filter(({ lastChangeDate }) => lastChangeDate >= moscowDateTime(since)).toSorted(byChange)
  const time = (index: number) => found[index]?.lastChangeDate
  let end = limit
  while (time(end) !== undefined && (time(end) === time(end - 1) || time(end - 1)! <= moscowDateTime(since))) end++
  return found.slice(0, end)
}

const bySrid = Order.Struct({ srid: Order.String })

class ReportModel {
  private refreshed = 0
  private readonly versions = new Map<string, ReadonlyArray<Version>>()

  private refresh(refreshed: number) {
    this.refreshed = Math.max(this.refreshed, refreshed)
  }

  record(rows: ReadonlyArray<Version["row"]>, refreshed: number): number {
    const last = [...new Map(rows.map((row) => [row.srid, row])).values()]
    const other = last.filter((row) => JSON.stringify(this.versions.get(row.srid)?.at(-1)?.row) !== JSON.stringify(row))
    if (other.length > 0) this.refresh(refreshed)
    for (const row of other) {
      const known = this.versions.get(row.srid) ?? []
      // One that no refresh has shown is forgotten.
      const kept = known.filter(({ from }) => from < this.refreshed)
      this.versions.set(row.srid, [...kept, { from: this.refreshed, row }])
    }
    return other.length
  }

  shown(refreshed: number): ReadonlyArray<Version["row"]> {
    this.refresh(refreshed)
    return [...this.versions.values()].flatMap(
      (versions) => versions.findLast(({ from }) => from < this.refreshed)?.row ?? []
    )
  }
}

interface Reader {
  readonly pull: Effect.Effect<ReadonlyArray<RawText>, unknown>
  readonly expected: ReadonlyArray<Version["row"]>
  readonly texts: Array<RawText>
  isDone: boolean
}

const open = Effect.fnUntraced(function* ({ rows }: ShownRows, expected: Reader["expected"]) {
  const pull = yield* Stream.toPull(rows)
  const reader: Reader = { pull: Pull.catchDone(pull, () => Effect.succeed([])), expected, texts: [], isDone: false }
  return reader
})

const readOn = Effect.fnUntraced(function* (reader: Reader) {
  if (reader.isDone) return
  const texts = yield* reader.pull
  reader.texts.push(...texts)
  if (texts.length > 0) return
  reader.isDone = true
  assert.deepStrictEqual(
    reader.texts.map((text) => JSON.parse(stringOf(text))),
    [...reader.expected]
  )
})

const takeAll = Effect.fnUntraced(function* (steps: ReadonlyArray<typeof Step.Type>) {
  const reports = yield* Reports
  // Few rows at a time, so that much happens in between.
  const source = recordedReports(yield* Records, 3)
  const of = account(1)
  const model = new ReportModel()
  const readers: Array<Reader> = []
  for (const step of steps) {
    const refreshed = Math.floor((yield* Clock.currentTimeMillis) / interval) * interval
    if (step._tag === "Wait") yield* TestClock.adjust(`${step.minutes} minutes`)
    else if (step._tag === "Record") {
      const rows = step.rows.map(rowOf)
      const changed = model.record(rows, refreshed)
      assert.deepStrictEqual(yield* reports.record(of, "orders", rows), { accepted: rows.length, changed })
    } else if (step._tag === "Open") {
      const asked = refreshed + step.ahead * interval
      const expected = model.shown(asked)
      if (step.by === "change") {
        const page = { since: timeOfChange(step.since), limit: step.limit }
        readers.push(yield* open(yield* source.changedSince(of, "orders", page, asked), onePage(expected, page)))
      } else {
        const day = days[step.day]!
        const ofDay = expected.filter(({ date }) => date.startsWith(day)).toSorted(bySrid)
        readers.push(yield* open(yield* source.ofDay(of, "orders", day, asked), ofDay))
      }
    } else if (readers.length > 0) {
      const reader = readers[step.which % readers.length]!
      for (let part = 0; part < step.parts; part++) yield* readOn(reader)
    }
  }
  for (const reader of readers) while (!reader.isDone) yield* readOn(reader)
})

export const reportModelSuite = ({ layer, name, trials = 1 }: StorageTarget): void => {
  describe(`random histories of reports: ${name}`, () => {
    const services = Reports.layer.pipe(Layer.provideMerge(Records.layer), Layer.provide(layer))

    it.effect.prop(
      "are what a plain model makes of them",
      [Schema.Array(Step)],
      ([steps]) => takeAll(steps).pipe(Effect.scoped, Effect.provide(services)),
      { timeout: 120_000, arbitrary: propertyRuns((name === "memory" ? 50 : 8) * trials, 100) }
    )
  })
}
