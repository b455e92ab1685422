/** Which events the operator looks for. */
import type { EventFilter } from "./EventStore.ts"

/** Of an event that went to several webhooks, one of these is enough. */
export const eventFates = ["waiting", "delivered", "dropped"] as const

export interface EventSelection extends EventFilter {
  readonly scope: string | undefined
  readonly type: string | undefined
  readonly fate: (typeof eventFates)[number] | undefined
}
