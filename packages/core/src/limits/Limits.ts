/** Rate budgets: how often an owner may call an operation. Each feature has a table of its own. */
import { Context, type Duration, Record } from "effect"

/** A token bucket that holds `permits` and refills completely within `window`. */
export interface Limit {
  readonly permits: number
  readonly window: Duration.Input
}

/** As a table of a feature has it. */
interface DeclaredLimit extends Limit {
  /** The services of an account have one budget together with the seller itself; each has its own where it is absent. */
  readonly isPerAccount?: true
}

/** A row of a table, under its name. Operations with the same row have budgets of the same size, each its own. */
export interface NamedLimit extends DeclaredLimit {
  readonly name: string
}

/** A table of limits, by their names. */
export const limitTable = <Name extends string>(
  table: Readonly<Record<Name, DeclaredLimit>>
): Readonly<Record<Name, NamedLimit>> => Record.map(table, (limit, name) => ({ ...limit, name }))

/** Limits that an installation has instead of those in the tables, by their names. */
export const Limits = Context.Reference<Readonly<Record<string, Limit>>>("@sellerkit/core/limits/Limits", {
  defaultValue: () => ({})
})
