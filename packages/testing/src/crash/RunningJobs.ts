/** Jobs that send events again and have not ended. */
import type { Resend } from "@sellerkit/core"
import { Effect, Latch } from "effect"

/** So that nobody has to look for jobs each second when there are none. */
export class RunningJobs {
  private readonly ids = new Set<string>()
  private readonly begun = Latch.makeUnsafe(false)

  note({ id, state }: Resend): void {
    if (state === "running") this.ids.add(id)
    else this.ids.delete(id)
    if (this.ids.size === 0) this.begun.closeUnsafe()
    else this.begun.openUnsafe()
  }

  get awaited(): Effect.Effect<void> {
    return Effect.asVoid(this.begun.await)
  }
}
