/** How often a dispatcher says that it is alive, and how long that counts. */
import { Context, Duration } from "effect"

export interface HeartbeatRule {
  readonly every: Duration.Duration
  /** A dispatcher that was seen less than so long ago is alive: two of its heartbeats may be missing. */
  readonly aliveFor: Duration.Duration
  /** One that ended without a word is removed then, with the next heartbeat of another. */
  readonly forgottenAfter: Duration.Duration
}

// our choice: one small write of each process, seldom enough to cost nothing, and soon enough for somebody who waits for it.
export const defaultHeartbeatRule: HeartbeatRule = {
  every: Duration.seconds(10),
  aliveFor: Duration.seconds(30),
  forgottenAfter: Duration.days(1)
}

/** The same in all processes over one storage. Simulations whose time passes quickly have another one. */
export const HeartbeatRule = Context.Reference<HeartbeatRule>("@sellerkit/core/dispatchers/HeartbeatRule", {
  defaultValue: () => defaultHeartbeatRule
})
