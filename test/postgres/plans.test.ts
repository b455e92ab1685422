/**
 * What a call of a port reads does not grow with what is stored: over a million events no table is read as a whole, and none
 * is sorted. All statements are looked at, those inside of functions as well, with what their plans really did.
 */
import { assert, layer } from "@effect/vitest"
import * as PgStorage from "@sellerkit/storage-pg"
import { PgClient } from "@effect/sql-pg"
import { Context, Duration, Effect, Layer, Option, Struct } from "effect"
import { postgresClient, postgresDatabase } from "../targets.ts"
import type { TestDatabase } from "./TestDatabase.ts"
import { type Explained, explainingClient, type PlanNode } from "./explained.ts"
import { fillMillion } from "./million.ts"
import { type Call, portCalls, type Services, start } from "./portCalls.ts"

const modes = {
  "planned for its parameters": "force_custom_plan",
  "planned for any parameters": "force_generic_plan"
} as const

type Mode = keyof typeof modes

/** The service over one database, and the plans of what it does. */
interface Explaining {
  readonly services: Context.Context<Services>
  readonly plans: Array<Explained>
}

/** The database, with how many records there are in each of its tables; none where nothing can be explained. */
class Million extends Context.Service<
  Million,
  Option.Option<{ readonly sizes: ReadonlyMap<string, number>; readonly of: Readonly<Record<Mode, Explaining>> }>
>()("Million") {}

const fill = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  yield* fillMillion(start)
  const tables = yield* sql<{ name: string; records: number }>`
    select relname as name, reltuples::float8 as records from pg_class where relkind = 'r'`
  return new Map(tables.map(({ name, records }) => [name, records]))
})

const explain = Effect.fnUntraced(function* (database: TestDatabase, mode: Mode) {
  const { client, plans } = explainingClient(database, { plan_cache_mode: modes[mode] })
  const services = yield* Layer.build(
    Layer.provideMerge(Layer.fresh(Layer.merge(PgStorage.layerStores, PgStorage.layerRateLimiterStore)), client)
  )
  return { services, plans }
})

const million = Layer.effect(
  Million,
  Effect.gen(function* () {
    const database = yield* postgresDatabase
    // PGlite explains nothing.
    if (database.maxConnections !== undefined) return Option.none()
    const sizes = yield* Effect.provide(fill, postgresClient(database))
    return Option.some({
      sizes,
      of: {
        "planned for its parameters": yield* explain(database, "planned for its parameters"),
        "planned for any parameters": yield* explain(database, "planned for any parameters")
      }
    })
  })
)

const stepsOf = (step: PlanNode): ReadonlyArray<PlanNode> => [step, ...(step.Plans ?? []).flatMap(stepsOf)]

const tableOf = (name: string): string => name.replace(/_(\d{8}|default)$/, "")

const touched = (step: PlanNode): number =>
  Math.round(
    (step["Actual Rows"] + (step["Rows Removed by Filter"] ?? 0) + (step["Rows Removed by Index Recheck"] ?? 0)) *
      step["Actual Loops"]
  )

const loopsOf = (steps: ReadonlyArray<PlanNode>): number =>
  steps.reduce((sum, { "Actual Loops": loops }) => sum + loops, 0)

/** Where a plan looks into several partitions for one record. */
const isSpread = ({ Plans = [], ...step }: PlanNode, pruned: ReadonlyArray<string>): boolean =>
  step["Node Type"] === "Append" &&
  Plans.some(({ "Relation Name": name = "" }) => pruned.includes(tableOf(name))) &&
  loopsOf(Plans) > step["Actual Loops"]

/** Into how many partitions of a table a plan's steps look. */
const partitionsIn = (steps: ReadonlyArray<PlanNode>, table: string): number =>
  new Set(steps.flatMap(({ "Relation Name": name = "" }) => (tableOf(name) === table ? [name] : []))).size

// Reading a smaller table as a whole is quicker than looking into its index.
const smallTable = 1000

/** What is wrong with a step, if anything. */
const problemsOf = (step: PlanNode, call: Call, sizes: ReadonlyMap<string, number>): ReadonlyArray<string> => {
  const name = step["Relation Name"] ?? ""
  const isLarge = (sizes.get(name) ?? 0) > smallTable
  const isWhole = step["Node Type"] === "Seq Scan"
  const what = `${step["Node Type"]} ${name}`
  return [
    ...(isWhole && isLarge && call.counts?.includes(tableOf(name)) !== true ? [what] : []),
    // Soon after midnight the day's partition has few records.
    ...(touched(step) > call.reads && !(isWhole && touched(step) <= smallTable)
      ? [`${what} touches ${touched(step)} records`]
      : []),
    ...(isSpread(step, call.pruned ?? []) ? [`${what} looks into several partitions`] : [])
  ]
}

const blocksOf = ({ Plan }: Explained): number => Plan["Shared Hit Blocks"] + Plan["Shared Read Blocks"]

/** Everything is as it was afterwards. */
const undone = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const sql = yield* PgClient.PgClient
  const undo = { undo: true } as const
  yield* sql.withTransaction(Effect.andThen(effect, Effect.fail(undo))).pipe(
    Effect.catchIf(
      (error) => error === undo,
      () => Effect.void
    )
  )
})

/** Plans come behind the answer, and before that of the next statement. */
const plansComplete = Effect.flatMap(PgClient.PgClient, (sql) => sql`select`)

const plansOf = ({ plans, services }: Explaining, call: Call): Effect.Effect<ReadonlyArray<Explained>, unknown> =>
  Effect.gen(function* () {
    const run = yield* call.prepared
    yield* plansComplete
    plans.length = 0
    yield* run
    yield* plansComplete
  }).pipe(
    undone,
    Effect.provide(services),
    Effect.map(() => [...plans])
  )

const named = Object.entries(portCalls).flatMap(([port, methods]) =>
  Object.entries(methods).flatMap(([method, calls]) =>
    calls.map((call) => ({ name: `${port}.${method}: ${call.what}`, call }))
  )
)

layer(million, { timeout: Duration.minutes(3), excludeTestServices: true })("over a million events", (it) => {
  for (const mode of Struct.keys(modes)) {
    for (const { call, name } of named) {
      it.effect(`${name}, ${mode}`, () =>
        Effect.gen(function* () {
          const found = Option.getOrUndefined(yield* Million)
          if (found === undefined) return
          const plans = yield* plansOf(found.of[mode], call)
          assert.isNotEmpty(plans)
          const problems = plans.flatMap(({ Plan, "Query Text": text }) =>
            stepsOf(Plan)
              .flatMap((step) => problemsOf(step, call, found.sizes))
              .map((problem) => `${problem}, in ${text}`)
          )
          assert.deepStrictEqual(problems, [])
          const { within } = call
          if (within !== undefined) {
            const looks = within.tables.flatMap((table) => plans.map(({ Plan }) => partitionsIn(stepsOf(Plan), table)))
            assert.isAbove(Math.max(...looks), 0)
            assert.isAtMost(Math.max(...looks), within.partitions)
          }
          const blocks = plans.reduce((sum, plan) => sum + blocksOf(plan), 0)
          if (call.blocks !== undefined) assert.isAtMost(blocks, call.blocks)
        })
      )
    }
  }
})
