/** How the process ends. An orderly stop on request is no failure. */
import { Cause, Exit, Runtime } from "effect"

export const teardown: Runtime.Teardown = (exit, onExit) => {
  if (Exit.isFailure(exit) && Cause.hasInterrupts(exit.cause)) {
    if (Cause.hasInterruptsOnly(exit.cause)) return onExit(0)
    // Nothing else reports what fails after the program was interrupted.
    console.error(`Stopping failed: ${Cause.pretty(exit.cause)}`)
  }
  return Runtime.defaultTeardown(exit, onExit)
}
