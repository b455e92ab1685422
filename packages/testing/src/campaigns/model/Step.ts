/** Steps of a seller, of the marketplace's own side and of time, as data, so that a failing sequence can be made shorter. */
import { Arbitrary, Schema } from "effect"
import { mostly, Which } from "../../property/choices.ts"

/** By its number in the operations (`btype`, `type`). */
const Source = Schema.Literals([0, 1, 3])

/** Enough, not a multiple of 50, too little, or more than there ever is. */
const TopUpSum = mostly(Schema.Literals([1000, 1050, 2000]), Schema.Literals([1025, 950, 0, 900_000]))

/** Another seller tries it now and then. */
const onCampaign = { campaign: Which, isStranger: mostly(Schema.Literal(false), Schema.Literal(true)) }

const minutes = 60_000

export const Step = Schema.TaggedUnion({
  CreateAutomatic: {
    isPaused: Schema.Boolean,
    cpm: Schema.Literals([50, 100, 300]),
    sum: TopUpSum,
    source: Source
  },
  CreateAuction: { nms: Schema.Literals(["one", "both"]), bidType: Schema.Literals(["manual", "unified"]) },
  Act: { ...onCampaign, action: Schema.Literals(["launch", "launch", "pause", "complete", "remove"]) },
  Rename: { ...onCampaign, name: Schema.Literals(["Autumn", "Spring"]) },
  Bid: {
    ...onCampaign,
    type: mostly(Schema.Literal("own"), Schema.Literals([7, 8, 9])),
    subject: mostly(Schema.Literals([192, 69]), Schema.Literals([70, "none"])),
    instrument: Schema.Literals([4, 6, "none"]),
    cpm: Schema.Literals([99, 100, 149, 150, 500])
  },
  TopUp: { ...onCampaign, sum: TopUpSum, source: Source },
  /** The marketplace's own side. Few keys, so that they are repeated. */
  Credit: {
    key: Schema.Literals(["a", "b", "c", "d"]),
    source: Source,
    sum: Schema.Literals([500, 3000, -400, -3000])
  },
  FixedPhrases: { ...onCampaign, isActive: Schema.Boolean },
  /** The marketplace's own side tells what the campaign has spent in all, in hundredths of a rouble. It may put that right. */
  Spend: { campaign: Which, hundredths: Schema.Literals([0, 60, 40_040, 100_000, 199_999, 100_000_000]) },
  /**
   * The process ends while it makes the next step: at its first write, which is not made, or is made and its answer is lost. Another
   * process goes on with the same storage.
   */
  Crash: { at: Schema.Literals(["error", "defect", "answer", "answer"]) },
  Wait: {
    milliseconds: Schema.Union([
      Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10 * minutes })),
      Schema.Literals([1, 1000, minutes / 2, minutes, 3 * minutes])
    ])
  },
  /** Until an interval ends, a millisecond before, or one after. */
  WaitForEnd: { of: Schema.Literals([minutes / 2, minutes, 3 * minutes]), off: Schema.Literals([-1, 0, 0, 1]) }
})
export type Step = typeof Step.Type
export type StepOf<Tag extends Step["_tag"]> = Extract<Step, { readonly _tag: Tag }>

const weights = {
  CreateAutomatic: 2,
  CreateAuction: 2,
  Act: 10,
  Rename: 2,
  Bid: 5,
  TopUp: 4,
  Credit: 2,
  FixedPhrases: 2,
  Spend: 4,
  Crash: 4,
  Wait: 3,
  WaitForEnd: 4
} as const satisfies Record<Step["_tag"], number>

const weighted = Object.values(Step.cases).flatMap((step) =>
  Array.from({ length: weights[step.fields._tag.schema.literal] }, () => step)
)

/** A campaign of each kind, both with money: much of what follows needs them. */
export const beginning: ReadonlyArray<Step> = [
  { _tag: "CreateAutomatic", isPaused: false, cpm: 50, sum: 1000, source: 1 },
  { _tag: "CreateAuction", nms: "both", bidType: "manual" },
  { _tag: "TopUp", campaign: 1, isStranger: false, sum: 2000, source: 0 }
]

export const anySteps: Arbitrary.Arbitrary<ReadonlyArray<Step>> = Arbitrary.array(
  Arbitrary.schema(Schema.Union(weighted)),
  { minLength: 1, maxLength: 60 }
)
