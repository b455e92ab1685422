/** Publishing through the operator interface, of one process after the other. */
import type { Started } from "../service/ChaosService.ts"
import { type Answer, isUnreachable } from "../service/Client.ts"
import { operator } from "./Marketplace.ts"
import type { PublishAnswer, Way } from "./Way.ts"

/** `mayFail`: the database goes away at times, of which the answer speaks. */
const answered = ({ body, status }: Answer, mayFail: boolean): PublishAnswer => {
  if (status === 202) {
    const { events } = body as { readonly events: ReadonlyArray<{ readonly id: string }> }
    return { _tag: "Accepted", ids: events.map(({ id }) => id) }
  }
  if (status === 400) return { _tag: "Refused" }
  if (mayFail && status >= 500) return { _tag: "Unanswered" }
  return { _tag: "Unexpected", what: `was answered ${status}` }
}

export const overHttp = (apis: ReadonlyArray<Started>, mayFail: boolean): Way => {
  let calls = 0
  return {
    wrongPayload: {},
    publish: async (seller, events) => {
      const api = apis[calls++ % apis.length]!
      try {
        return answered(await operator(api, "/events", { sellerId: seller.id, events }), mayFail)
      } catch (error) {
        return { _tag: isUnreachable(error) ? "Unreachable" : "Unanswered" }
      }
    }
  }
}
