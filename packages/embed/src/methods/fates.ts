/** What became of an event, as the host sees it. */
import { Deliveries, EventId, eventRecord } from "@sellerkit/core"
import { Effect } from "effect"
import { decodeInput } from "../InputInvalid.ts"
import { decodeSeller, type Seller } from "../Seller.ts"

const decodeEventId = decodeInput(EventId, "eventId")

export const fates = Effect.fnUntraced(function* (seller: Seller, eventId: string) {
  const account = yield* decodeSeller(seller)
  const id = yield* decodeEventId(eventId)
  return eventRecord(yield* (yield* Deliveries).fates(account, id))
})
