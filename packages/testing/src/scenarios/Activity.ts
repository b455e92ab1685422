/** What a service is doing, for the world that lets time pass for it. */
import { Context, type Duration, type Effect, type Option } from "effect"

export interface Seen {
  /** Requests under way. */
  readonly inFlight: number
  /** Whether the service only waits: for answers, or for time. */
  readonly isIdle: boolean
  /** How long until it does something by itself, if it may do something more. */
  readonly dueIn: Option.Option<Duration.Duration>
}

export class Activity extends Context.Service<
  Activity,
  {
    readonly look: Effect.Effect<Seen>
    /**
     * Announces that it is about to be that time. A service with a clock of its own moves its clock, and keeps what it sends then
     * until the next look, so that nobody receives it before its time.
     */
    awaitTime(milliseconds: number): Effect.Effect<void>
  }
>()("@sellerkit/testing/scenarios/Activity") {}
