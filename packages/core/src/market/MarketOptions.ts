/** What a host says about its simulated market. */
import { Effect, Schema } from "effect"
import type { Seed } from "./hashedDraw.ts"
import { Scenario } from "./scenario/Scenario.ts"

export interface MarketOptions {
  /** Decides what buyers and competitors do: the same for the same seed. */
  readonly seed: Seed
  /** What differs from usual; nothing, when absent. */
  readonly scenario?: Scenario
}

/** Why there can be no such market. */
export class MarketRefused extends Schema.TaggedError<MarketRefused>()("MarketRefused", { reason: Schema.String }) {
  override get message() {
    return `The market cannot be simulated: ${this.reason}`
  }
}

const Options = Schema.Struct({
  seed: Schema.Union([Schema.String, Schema.Finite]),
  scenario: Schema.optionalKey(Scenario)
})

/** Checks options that were not checked by a compiler. */
export const readMarketOptions = (given: unknown): Effect.Effect<MarketOptions, MarketRefused> =>
  Schema.decodeUnknownEffect(Options, { errors: "all", onExcessProperty: "error" })(given).pipe(
    Effect.mapError(({ message }) => new MarketRefused({ reason: message }))
  )
