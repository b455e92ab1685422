/** Waiting in real time, for a service that runs in it. */
import { setTimeout } from "node:timers/promises"

/** Long enough for the service's clock to show another millisecond. */
export const nextMoment = (): Promise<void> => setTimeout(3)

/** Long enough for reports that are refreshed each second. */
export const nextRefresh = (): Promise<void> => setTimeout(1100)

// For something that hangs: a busy machine is slow too.
const patience = 150_000
const pause = 10

/** Asks again until the condition holds: delivery takes its time. */
export const eventually = async <A>(ask: () => Promise<A>, holds: (found: A) => boolean): Promise<A> => {
  for (let waited = 0; ; waited += pause) {
    const found = await ask()
    if (holds(found)) return found
    if (waited > patience) throw new Error(`This did not come true: ${JSON.stringify(found)}`)
    await setTimeout(pause)
  }
}
