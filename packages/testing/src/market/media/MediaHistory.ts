/** What a seller does while media campaigns run, as data, so that a failing history can be made shorter. */
import { Arbitrary, Schema } from "effect"
import { listOf, mostly, Which } from "../../property/choices.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

const Kind = Schema.Literals(["views", "days", "limited", "evenings"])

/** A campaign of one of the kinds, in roubles. Some have hardly anything. */
const BegunMedia = Schema.Struct({
  kind: Kind,
  cpm: Schema.Literals([100, 250, 400, 900]),
  budget: mostly(Schema.Literals([1000, 5000]), Schema.Literals([0, 3, 40])),
  isRunning: mostly(Schema.Literal(true), Schema.Literal(false))
})
export type BegunMedia = typeof BegunMedia.Type

const Step = Schema.TaggedUnion({
  Bid: { campaign: Which, cpm: Schema.Literals([150, 300, 1000]) },
  /** One that is refused. */
  LowBid: { campaign: Which },
  Act: { campaign: Which, action: Schema.Literals(["start", "start", "pause", "stop"]) }
})

const MediaTurn = Schema.Struct({
  /** In minutes. */
  after: mostly(between(1, 500), between(1, 2000)),
  does: Step
})
export type MediaTurn = typeof MediaTurn.Type

export const MediaHistory = Schema.Struct({
  campaigns: listOf(BegunMedia, 3).check(Schema.isMinLength(2)),
  turns: listOf(MediaTurn, 8).check(Schema.isMinLength(3))
})
export type MediaHistory = typeof MediaHistory.Type

export const anyMediaHistory: Arbitrary.Arbitrary<MediaHistory> = Arbitrary.schema(MediaHistory)
