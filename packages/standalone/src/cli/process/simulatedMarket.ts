/** The market of `sellerkit sandbox`, as its flags say. */
import { type MarketOptions, readMarketOptions } from "@sellerkit/core/market"
import { Effect, Option, Schema } from "effect"
import { CommandFailed } from "../CommandFailed.ts"
import { readText } from "../flags/readText.ts"

export interface MarketInput {
  readonly market: Option.Option<string>
  /** The name of a file. */
  readonly scenario: Option.Option<string>
}

const asJson = Schema.decodeEffect(Schema.fromJsonString(Schema.Unknown))

const readScenario = Effect.fnUntraced(function* (file: string) {
  const text = yield* readText(file)
  return yield* Effect.mapError(asJson(text), () => new CommandFailed({ message: `The file ${file} is not JSON` }))
})

/** Undefined: there is none. */
export const simulatedMarket = Effect.fnUntraced(function* ({ market, scenario }: MarketInput) {
  const file = Option.getOrUndefined(scenario)
  if (Option.isNone(market)) {
    return file === undefined
      ? undefined
      : yield* new CommandFailed({ message: "A scenario is for a market: give its seed with --market" })
  }
  const given = { seed: market.value, ...(file !== undefined && { scenario: yield* readScenario(file) }) }
  const options: MarketOptions = yield* Effect.mapError(
    readMarketOptions(given),
    ({ message }) => new CommandFailed({ message })
  )
  return options
})
