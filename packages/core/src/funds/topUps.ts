/** Money from the seller's funds to the budget of a campaign. */
import { Result, Schema } from "effect"
import { type Configuration, configured } from "../configuration/Configuration.ts"
import type { Funds } from "./fundRecords.ts"
import * as Money from "./Money.ts"

/** A multiple of it (contract, Top up campaign budget). */
const step = 50

export class TopUpRefused extends Schema.TaggedError<TopUpRefused>()("TopUpRefused", {
  reason: Schema.Literals(["multiple", "minimum", "funds"]),
  /** In roubles. */
  minimum: Schema.Int
}) {
  override get message() {
    return this.reason === "funds"
      ? "There is not enough money"
      : `A top-up is a multiple of ${step} roubles, and at least ${this.minimum}`
  }
}

export interface TopUpRequest {
  readonly roubles: number
  readonly source: Money.Source
}

/** What the funds are then, and what the budget gets. */
export const takeTopUp = (
  { money, movements }: Funds,
  { roubles, source }: TopUpRequest,
  configuration: Configuration
): Result.Result<{ readonly funds: Funds; readonly taken: Money.Money }, TopUpRefused> => {
  const minimum = configured(configuration, "budget_min")
  const refuse = (reason: TopUpRefused["reason"]) => Result.fail(new TopUpRefused({ reason, minimum }))
  if (roubles % step !== 0) return refuse("multiple")
  if (roubles < minimum) return refuse("minimum")
  const taken = Money.only(source, roubles)
  const left = Money.minus(money, taken)
  return Money.isKeepable(left, money)
    ? Result.succeed({ funds: { money: left, movements: movements + 1 }, taken })
    : refuse("funds")
}
