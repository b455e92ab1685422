/** What became of an event, for hosts without Effect. */
import { type Plain, plain } from "../time/Plain.ts"
import type { Delivery } from "./Delivery.ts"
import type { EventFate, EventFates } from "./EventFate.ts"

/** What became of an event at one webhook. */
export interface FateRecord extends Plain<EventFate> {}

/** One attempt to deliver. */
export interface DeliveryRecord extends Plain<Delivery> {}

export interface EventRecord extends Plain<Omit<EventFates, "payload">> {
  readonly payload: unknown
}

export const deliveryRecord: (delivery: Delivery) => DeliveryRecord = plain

export const eventRecord = ({ payload, ...fates }: EventFates): EventRecord => ({
  ...plain(fates),
  payload: JSON.parse(payload)
})
