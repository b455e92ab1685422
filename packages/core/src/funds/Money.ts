/** Whole roubles, by where they come from. Nothing here makes or loses any: what one side gives, the other has. */
import { Schema } from "effect"
import { sources } from "./sources.ts"

export { sources }

export const Source = Schema.Literals(Object.keys(sources) as ReadonlyArray<keyof typeof sources>)
export type Source = typeof Source.Type

export const SourceType = Schema.Literals([0, 1, 3])
export type SourceType = typeof SourceType.Type

export const sourceOf = (type: SourceType): Source => Source.literals.find((source) => sources[source].type === type)!

// our choice: a trillion, so that sums stay exact.
export const mostRoubles = 1_000_000_000_000

export const Roubles = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: mostRoubles }))

// What comes back from budgets may lead beyond what is taken in at most.
const Kept = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

// our choice: as many digits as every reader of JSON keeps.
/** What a seller has somewhere: what came together there may be more than is taken in at once. */
export const RoublesInAll = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 999_999_999_999_999 }))

export const Money = Schema.Struct({ account: Kept, balance: Kept, bonus: Kept })
export type Money = typeof Money.Type

export const nothing: Money = { account: 0, balance: 0, bonus: 0 }

export const total = ({ account, balance, bonus }: Money): number => account + balance + bonus

/** Hundredths of a rouble: sums of them are without the errors of floating point. */
export const hundredths = (roubles: number): number => Math.round(roubles * 100)

/** What rows of statistics say that was spent, in roubles: each counts in whole hundredths, as it is charged. */
export const spentIn = (rows: ReadonlyArray<{ readonly sum: number }>): number =>
  rows.reduce((spent, { sum }) => spent + hundredths(sum), 0) / 100

const combined =
  (combine: (one: number, other: number) => number) =>
  (one: Money, other: Money): Money => ({
    account: combine(one.account, other.account),
    balance: combine(one.balance, other.balance),
    bonus: combine(one.bonus, other.bonus)
  })

export const plus = combined((one, other) => one + other)
export const minus = combined((one, other) => one - other)

export const only = (source: Source, roubles: number): Money => ({ ...nothing, [source]: roubles })

/** Whether nothing is negative, and nothing becomes more than is taken in at most. What has come together is not taken away. */
export const isKeepable = (money: Money, before = nothing): boolean =>
  Source.literals.every(
    (source) => money[source] >= 0 && (money[source] <= mostRoubles || money[source] <= before[source])
  )

// our choice: what is worth least to the seller is spent first.
const spendingOrder: ReadonlyArray<Source> = ["bonus", "balance", "account"]

/** As much of the sum as there is, by source. */
export const atMost = (money: Money, roubles: number): Money => {
  let left = roubles
  const taken: Record<Source, number> = { ...nothing }
  for (const source of spendingOrder) {
    taken[source] = Math.min(left, money[source])
    left -= taken[source]
  }
  return taken
}
