/** Each operation on resends as one call of a service. */
import { Effect } from "effect"
import { resendView } from "../../delivery/resend/Resend.ts"
import { type ResendRequester, Resends } from "../../delivery/resend/Resends.ts"
import type { Asked } from "../../operator/Asked.ts"
import { viewerOf } from "../../operator/viewerQuery.ts"
import type { ResendsApi } from "./ResendsApi.ts"

type ResendAsked<Name extends "cancel" | "get" | "ofDelivery" | "ofPeriod"> = Asked<typeof ResendsApi, Name>

const requesterOf = (asked: ResendAsked<"cancel" | "ofDelivery" | "ofPeriod">): ResendRequester => {
  const {
    ip,
    query: { userId }
  } = asked
  return {
    viewer: viewerOf(asked),
    ...(userId === undefined ? undefined : { userId }),
    ...(ip === undefined ? undefined : { ip })
  }
}

export const resendOperations = Effect.map(Resends, (resends) => ({
  ofPeriod: (asked: ResendAsked<"ofPeriod">) => {
    const { eventsPerSecond, onlyFailed = false, ...period } = asked.payload
    const selected = { ...period, onlyFailed }
    return Effect.map(resends.ofPeriod(requesterOf(asked), asked.params.id, selected, { eventsPerSecond }), resendView)
  },
  ofDelivery: (asked: ResendAsked<"ofDelivery">) =>
    Effect.map(resends.ofDelivery(requesterOf(asked), asked.params.id), resendView),
  get: (asked: ResendAsked<"get">) => Effect.map(resends.get(viewerOf(asked), asked.params.id), resendView),
  cancel: (asked: ResendAsked<"cancel">) => Effect.map(resends.cancel(requesterOf(asked), asked.params.id), resendView)
}))
