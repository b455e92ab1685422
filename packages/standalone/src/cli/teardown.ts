/** How the process ends. An orderly stop on request is no failure where the command would go on for ever without one. */
import { Cause, Exit, Runtime } from "effect"
import type { Ending } from "./Ending.ts"

export const teardownOf =
  (current: { readonly ending: Ending }): Runtime.Teardown =>
  (exit, onExit) => {
    if (Exit.isFailure(exit) && Cause.hasInterrupts(exit.cause)) {
      if (Cause.hasInterruptsOnly(exit.cause) && current.ending !== "unfinished") return onExit(0)
      // Nothing else reports what fails after the program was interrupted.
      if (!Cause.hasInterruptsOnly(exit.cause)) console.error(`Stopping failed: ${Cause.pretty(exit.cause)}`)
    }
    return Runtime.defaultTeardown(exit, onExit)
  }
