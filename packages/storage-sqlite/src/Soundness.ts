/** Whether a database can be trusted. What is found to be wrong with it counts for all that is asked of it from then on. */
import { DatabaseFault, type Fault, isDamage, mayPass } from "./Fault.ts"
import type { SqliteHost } from "./SqliteHost.ts"

/** What a database rests on. */
export interface Guard {
  /** What is wrong with it now. */
  look(): Fault | undefined
  /** The same, as far as it shows without looking at everything: for each commit. */
  glance(): Fault | undefined
}

const nothing: Guard = { look: () => undefined, glance: () => undefined }

export class Soundness {
  private readonly guard: Guard
  private fault: Fault | undefined
  private lookedAt = Number.NEGATIVE_INFINITY

  /** A database without files has nothing to look at. */
  constructor(guard: Guard = nothing) {
    this.guard = guard
  }

  /** What is wrong now. */
  look(): Fault | undefined {
    if (this.fault === undefined || mayPass(this.fault)) {
      this.lookedAt = performance.now()
      this.fault = this.guard.look()
    }
    return this.fault
  }

  /** What is wrong, as of so many milliseconds ago, or of later. */
  lookAfter(milliseconds: number): Fault | undefined {
    return performance.now() - this.lookedAt < milliseconds ? this.known : this.look()
  }

  /** What is wrong now, as far as it shows without looking at everything. */
  glance(): Fault | undefined {
    if (this.known === undefined) this.fault = this.guard.glance()
    return this.fault
  }

  /** What is known to be wrong. It costs nothing as long as there is nothing. */
  get known(): Fault | undefined {
    return this.fault === undefined ? undefined : this.look()
  }

  note(fault: Fault): void {
    this.fault ??= fault
  }

  /** What a failure means: the database itself, where it says so. */
  judge(cause: unknown): unknown {
    if (!isDamage(cause)) return cause
    // Files that were cut or overwritten show as damage as well.
    if (this.look() === undefined) this.note("damaged")
    return new DatabaseFault(this.fault!, cause)
  }

  /** A host whose commits fail where they would be lost. */
  guarded(host: SqliteHost): SqliteHost {
    return {
      ...host,
      transaction: (change) => {
        refuse(this.look())
        const result = host.transaction(change)
        refuse(this.look())
        return result
      }
    }
  }
}

const refuse = (fault: Fault | undefined): void => {
  if (fault !== undefined) throw new DatabaseFault(fault)
}
