/** What a service under simulated time stands on: the clock, and the watch over what goes on in real time. */
import { Clock, Context, Duration, Effect, Layer, Scheduler } from "effect"
import { Activity } from "./Activity.ts"
import { realScheduler } from "./RealTime.ts"
import { SimulatedClock } from "./SimulatedClock.ts"

export interface SimulatedTimeOptions {
  /** Milliseconds since 1970. */
  readonly startsAt: number
  /** A receiver that has not answered in so much real time is taken for one that never will. */
  readonly patience?: Duration.Input | undefined
  /** Called with each new time, just before the time changes. */
  readonly follow?: ((now: Date) => void) | undefined
}

// our choice: more than a receiver in a test takes, and less than a test may take.
const usualPatience = Duration.seconds(2)

export class Instruments extends Context.Service<
  Instruments,
  { readonly clock: SimulatedClock; readonly activity: Activity; readonly follow: (now: Date) => void }
>()("@sellerkit/sandbox/time/Instruments") {
  /** Also gives everything above it the clock, and the scheduler that says when fibers run. */
  static readonly layer = ({
    follow = () => undefined,
    patience = usualPatience,
    startsAt
  }: SimulatedTimeOptions): Layer.Layer<Instruments> =>
    Layer.effectContext(
      Effect.sync(() => {
        const clock = new SimulatedClock(startsAt)
        const activity = new Activity(Duration.fromInputUnsafe(patience), realScheduler)
        follow(new Date(startsAt))
        return Context.make(Instruments, { clock, activity, follow }).pipe(
          Context.add(Clock.Clock, clock),
          Context.add(Scheduler.Scheduler, activity.scheduler)
        )
      })
    )
}
