/** What callers do who know each other's ids, as data, so that steps that let one into another's house can be made fewer. */
import { Arbitrary, Schema } from "effect"

/** One of what there is: counted on from the first again where there are fewer. */
const Which = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 999 }))

/** The first schema's values, more often than the second one's. */
const mostly = <Usual extends Schema.Constraint, Rare extends Schema.Constraint>(usual: Usual, rare: Rare) =>
  Schema.Union([usual, usual, usual, usual, rare])

/** An owner, and what its token is good for. Few owners, so that they meet. */
const Who = Schema.Struct({
  seller: mostly(Schema.Literal(0), Schema.Literal(1)),
  serviceId: mostly(Schema.NullOr(Schema.Literal("reports")), Schema.Literal("cards")),
  sandbox: mostly(Schema.Literal(false), Schema.Literal(true)),
  categories: mostly(Schema.Literal("all"), Schema.Literals(["content", "none"]))
})
export type Who = typeof Who.Type

const Subscriptions = Schema.Literals(["cards", "cards", "feedback", "both", "none"])
export type Subscriptions = typeof Subscriptions.Type

const content = { enabled: Schema.Boolean, subscriptions: Subscriptions }

/** `webhook` and the like: one that anybody ever had. */
export const Step = Schema.TaggedUnion({
  Create: { who: Who, ...content },
  Edit: { who: Who, webhook: Which, method: Schema.Literals(["PUT", "PATCH"]), ...content },
  Remove: { who: Who, webhook: Which },
  Refresh: { who: Who, webhook: Which },
  SendTest: { who: Who, webhook: Which },
  Publish: {
    seller: mostly(Schema.Literal(0), Schema.Literal(1)),
    sandbox: mostly(Schema.Literal(false), Schema.Literal(true)),
    type: Schema.Literals(["cards", "feedback"])
  },
  Read: {
    who: Who,
    of: Schema.Literals(["webhook", "event", "eventDeliveries", "delivery", "entry"]),
    which: Which,
    upperCase: Schema.Boolean
  },
  Filter: { who: Who, of: Schema.Literals(["events", "deliveries"]), webhook: Which },
  /** With the cursor that a page of the other one gave. */
  Page: { who: Who, other: Who, of: Schema.Literals(["events", "deliveries", "history"]) }
})
export type Step = typeof Step.Type
export type StepOf<Tag extends Step["_tag"]> = Extract<Step, { readonly _tag: Tag }>

const weights = {
  Create: 6,
  Edit: 5,
  Remove: 2,
  Refresh: 2,
  SendTest: 3,
  Publish: 4,
  Read: 8,
  Filter: 2,
  Page: 2
} as const satisfies Record<Step["_tag"], number>

const weighted = Object.values(Step.cases).flatMap((step) =>
  Array.from({ length: weights[step.fields._tag.schema.literal] }, () => step)
)

export const anySteps: Arbitrary.Arbitrary<ReadonlyArray<Step>> = Arbitrary.array(
  Arbitrary.schema(Schema.Union(weighted)),
  { minLength: 1, maxLength: 60 }
)
