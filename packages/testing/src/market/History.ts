/** What a seller does while campaigns run, as data, so that a failing history can be made shorter. */
import { Arbitrary, Schema } from "effect"
import { listOf, mostly, Which } from "../property/choices.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

const Kind = Schema.Literals(["automatic", "auction", "clicks", "limited", "catalog"])

/** A campaign of one of the kinds, in roubles. Some have hardly anything. */
const Begun = Schema.Struct({
  kind: Kind,
  bid: Schema.Literals([100, 160, 250, 400, 900]),
  budget: mostly(Schema.Literals([1000, 5000]), Schema.Literals([0, 3, 40])),
  isActive: mostly(Schema.Literal(true), Schema.Literal(false))
})
export type Begun = typeof Begun.Type

export const Step = Schema.TaggedUnion({
  Bid: { campaign: Which, cpm: Schema.Literals([150, 300, 1000]) },
  Act: { campaign: Which, action: Schema.Literals(["start", "pause", "pause", "stop"]) },
  TopUp: { campaign: Which },
  Rename: { campaign: Which, name: Schema.Literals(["Autumn", "Spring"]) },
  Wait: { minutes: mostly(between(1, 500), between(1, 2000)) }
})
export type Step = typeof Step.Type

export const History = Schema.Struct({
  campaigns: listOf(Begun, 4).check(Schema.isMinLength(1)),
  steps: listOf(Step, 10).check(Schema.isMinLength(1))
})
export type History = typeof History.Type

export const anyHistory: Arbitrary.Arbitrary<History> = Arbitrary.schema(History)

/** One step more, somewhere. */
export const Change = Schema.Struct({ at: Which, step: Schema.Union([Step.cases.Bid, Step.cases.Act]) })
