/** What webhooks are subscribed to. */
import { OperationalEventType, operationsScope } from "@sellerkit/core"
import { cardChanged, feedbackUpdated } from "../../fixtures.ts"

export const subscriptionSets = {
  none: [],
  cards: [cardChanged],
  feedback: [feedbackUpdated],
  both: [cardChanged, feedbackUpdated],
  /** What the operator is told. */
  operations: OperationalEventType.literals.map((event) => ({ scope: operationsScope, event }))
} as const
