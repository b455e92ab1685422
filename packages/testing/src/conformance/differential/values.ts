/** Values that operations are made of: few different ones, so that they meet again. */
import { OperationalEventType } from "@sellerkit/core"
import { Schema } from "effect"
import { mostly, Which } from "../../property/choices.ts"
import { owners } from "./owners.ts"
import { subscriptionSets } from "./subscriptionSets.ts"

const namesOf = <Name extends string>(named: Readonly<Record<Name, unknown>>) => Object.keys(named) as Array<Name>

export const Seldom = mostly(Schema.Literal(false), Schema.Literal(true))

/** Mostly of one account, so that much happens in it. */
export const OwnerName = Schema.Union([Schema.Literals(["seller", "serviceA"]), Schema.Literals(namesOf(owners))])

/** Who asks; null is the owner. */
export const Asking = mostly(Schema.Null, OwnerName)

export const SubscriptionSet = mostly(Schema.Literals(["cards", "both"]), Schema.Literals(namesOf(subscriptionSets)))

/** What the operator is told along with a write. */
export const Told = mostly(Schema.Null, OperationalEventType)

export const AnyEvent = Schema.Struct({
  subscription: mostly(Schema.Literal("cardChanged"), Schema.Literal("feedbackUpdated")),
  second: Schema.Literals([0, 1, 2, 3, 4, 5, 6, 7]),
  timeGiven: Schema.Boolean,
  /** None, one of a few that are used again and again, or the id of a known event. */
  key: mostly(Schema.Null, Schema.Union([Schema.Literals(["a", "b", "c", "d"]), Which])),
  padding: Schema.Literals([0, 0, 10, 200]),
  traced: Seldom
})

const AnyVerdict = Schema.Literals(["Delivered", "Delivered", "Dropped", "Retry now", "Retry soon", "Retry later"])

export const AnyOutcome = Schema.Struct({
  batch: Which,
  success: Schema.Boolean,
  /** For one event after the other, and again from the first. */
  verdicts: Schema.Array(AnyVerdict).check(Schema.isBetweenLength(1, 3)),
  batchSize: Schema.Literals([1, 2, 4, 512]),
  waitSeconds: Schema.Literals([0, 10, 20]),
  announced: Schema.Boolean,
  /** Counts where all events are delivered. */
  keepsLease: Schema.Boolean,
  /** Counts where it keeps the lease. */
  renews: Schema.Boolean,
  told: Told,
  /** The batch is settled once more, later. */
  again: Seldom
})
