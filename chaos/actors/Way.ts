/** A way of publishing, and what comes of one call. */
import type { EventInput } from "../chaosEvent.ts"
import type { Seller } from "./Marketplace.ts"

export type PublishAnswer =
  /** In the order of the events. */
  | { readonly _tag: "Accepted"; readonly ids: ReadonlyArray<string> }
  /** Something is wrong with an event. */
  | { readonly _tag: "Refused" }
  /** Nobody was there, so that nothing was taken. */
  | { readonly _tag: "Unreachable" }
  /** It may have been taken. */
  | { readonly _tag: "Unanswered" }
  /** Nothing that a publisher has to expect. */
  | { readonly _tag: "Unexpected"; readonly what: string }

export interface Way {
  publish(seller: Seller, events: ReadonlyArray<EventInput>): Promise<PublishAnswer>
  /** An event that it refuses. */
  readonly wrongPayload: unknown
}
