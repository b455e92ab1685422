/** An operational event as an event of the operator's own account, which is delivered like any other. */
import { DateTime } from "effect"
import { EventId, type NewEvent } from "../catalog/NewEvent.ts"
import { type OperationalEvent, operationsScope } from "../webhooks/OperationalEvent.ts"

export const operationalNewEvent = (event: OperationalEvent): NewEvent => {
  const { disabledAt, id, owner, reason, time, type, waiting, webhookId } = event
  const payload = {
    ...owner,
    webhookId,
    waiting,
    ...(disabledAt === undefined ? undefined : { disabledAt: DateTime.formatIso(disabledAt) }),
    ...(reason === undefined ? undefined : { reason })
  }
  return {
    id: EventId.make(id),
    time,
    timeGiven: false,
    scope: operationsScope,
    type,
    payload: JSON.stringify(payload)
  }
}
