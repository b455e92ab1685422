/** Steps of callers who know each other's ids, as data, so that a failing sequence of steps can be made shorter. */
import { Arbitrary, Schema } from "effect"
import { mostly, Which } from "../../property/choices.ts"

/** An owner, and what its token is good for. Few owners, so that they meet. */
const Who = Schema.Struct({
  seller: mostly(Schema.Literal(0), Schema.Literal(1)),
  serviceId: Schema.NullOr(Schema.Literals(["reports", "cards"])),
  sandbox: mostly(Schema.Literal(false), Schema.Literal(true)),
  categories: mostly(Schema.Literal("all"), Schema.Literals(["content", "none"]))
})
export type Who = typeof Who.Type

const Subscriptions = Schema.Literals(["cards", "cards", "feedback", "both", "none"])
export type Subscriptions = typeof Subscriptions.Type

/** Something of the caller's own, or of anybody's: the item with this number, of the owner with this number. */
const Target = Schema.Struct({ own: Schema.Boolean, owner: Which, which: Which })
export type Target = typeof Target.Type

const content = { enabled: Schema.Boolean, subscriptions: Subscriptions }

export const Step = Schema.TaggedUnion({
  Create: { who: Who, ...content },
  Edit: { who: Who, webhook: Target, method: Schema.Literals(["PUT", "PATCH"]), ...content },
  Remove: { who: Who, webhook: Target },
  Refresh: { who: Who, webhook: Target },
  SendTest: { who: Who, webhook: Target },
  Publish: {
    seller: mostly(Schema.Literal(0), Schema.Literal(1)),
    sandbox: mostly(Schema.Literal(false), Schema.Literal(true)),
    type: Schema.Literals(["cards", "feedback"])
  },
  Read: {
    who: Who,
    of: Schema.Literals(["webhook", "event", "eventDeliveries", "delivery", "entry"]),
    target: Target,
    upperCase: Schema.Boolean
  },
  Filter: { who: Who, of: Schema.Literals(["events", "deliveries"]), webhook: Target },
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
  Read: 16,
  Filter: 2,
  Page: 2
} as const satisfies Record<Step["_tag"], number>

const weighted = Object.values(Step.cases).flatMap((step) =>
  Array.from({ length: weights[step.fields._tag.schema.literal] }, () => step)
)

const all = { serviceId: null, categories: "all" } as const
const both = { enabled: true, subscriptions: "both" } as const

/** Some webhooks with an event each: much of what follows needs them. */
export const beginning: ReadonlyArray<Step> = [
  { _tag: "Create", who: { ...all, seller: 0, sandbox: false }, ...both },
  { _tag: "Create", who: { ...all, seller: 0, sandbox: false, serviceId: "reports" }, ...both },
  {
    _tag: "Create",
    who: { ...all, seller: 0, sandbox: false, serviceId: "cards" },
    ...both,
    subscriptions: "feedback"
  },
  { _tag: "Create", who: { ...all, seller: 0, sandbox: true }, ...both },
  { _tag: "Create", who: { ...all, seller: 1, sandbox: false }, ...both },
  { _tag: "Publish", seller: 0, sandbox: false, type: "cards" },
  { _tag: "Publish", seller: 0, sandbox: true, type: "cards" },
  { _tag: "Publish", seller: 1, sandbox: false, type: "feedback" }
]

export const anySteps: Arbitrary.Arbitrary<ReadonlyArray<Step>> = Arbitrary.array(
  Arbitrary.schema(Schema.Union(weighted)),
  { minLength: 1, maxLength: 60 }
)
