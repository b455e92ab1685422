/** A dispatcher that delivers, as other processes see it. */
import { Schema } from "effect"
import { Uuid } from "../access/Uuid.ts"

/** Another one for each start. */
export const DispatcherId = Uuid.pipe(Schema.brand("DispatcherId"))
export type DispatcherId = typeof DispatcherId.Type

/** What a dispatcher says of itself. */
export interface NamedDispatcher {
  readonly id: DispatcherId
  /** For people: where it runs. Several may have the same. */
  readonly name: string
}

/** Times are in milliseconds since 1970, by the storage's clock, so that the clocks of processes need not agree. */
export interface RunningDispatcher extends NamedDispatcher {
  /** Its first heartbeat. */
  readonly startedAt: number
  /** Its last one. */
  readonly seenAt: number
}
