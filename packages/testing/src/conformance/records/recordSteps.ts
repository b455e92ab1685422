/** What suites of records keep, and do with it. */
import { type Change, collection, Lookup, Records, series } from "@sellerkit/core"
import { Effect, Schema } from "effect"
import { account } from "../../fixtures.ts"

const Campaign = Schema.Struct({
  id: Schema.String,
  status: Schema.optionalKey(Schema.String),
  budget: Schema.Finite,
  /** When background work has to look at it. */
  appliesAt: Schema.optionalKey(Schema.DateTimeUtc),
  /** From when on its age counts. */
  endedAt: Schema.optionalKey(Schema.DateTimeUtc)
})
export type Campaign = typeof Campaign.Type

export const campaigns = collection("campaign", {
  schema: Campaign,
  key: ({ id }) => [id],
  indexes: {
    byStatus: ({ status }) => (status === undefined ? undefined : [status]),
    byBudget: ({ budget, status = "" }) => [budget, status]
  },
  due: ({ appliesAt }) => appliesAt,
  since: ({ endedAt }) => endedAt
})

export const campaign = (id: string, change: Partial<Campaign> = {}): Campaign => ({ id, budget: 0, ...change })

/** A sum of money by its name. */
export const balances = collection("balance", {
  schema: Schema.Struct({ name: Schema.String, cents: Schema.Int }),
  key: ({ name }) => [name],
  indexes: {}
})

/** Lines of a report: its name, the number of the line, and a text. */
export const lines = series("line", {
  key: ({ number, report }: { readonly report: string; readonly number: number; readonly text: string }) => [
    report,
    number
  ],
  indexes: { byText: ({ text }) => [text.slice(0, 1)] },
  text: ({ number, report, text }) => `${report};${number};${text}`,
  parse: (line) => {
    const [report = "", number = "", ...text] = line.split(";")
    return { report, number: Number(number), text: text.join(";") }
  }
})

export const write = Effect.fnUntraced(function* (changes: ReadonlyArray<Change>, of = account()) {
  yield* (yield* Records).write(of, changes)
})

export const find = Effect.fnUntraced(function* <A>(lookup: Lookup.Lookup<A>, of = account()) {
  return yield* (yield* Records).find(of, lookup)
})

const idsOf = (found: ReadonlyArray<Campaign>) => found.map(({ id }) => id)

/** The ids of a range of campaigns. */
export const idsIn = (request: Partial<Lookup.RangeRequest<"byBudget" | "byStatus">> = {}, of = account()) =>
  Effect.map(find(Lookup.range(campaigns, { limit: 1000, ...request }), of), idsOf)
