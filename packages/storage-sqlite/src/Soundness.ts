/** Whether a database can be trusted. What is found to be wrong with it counts for all that is asked of it from then on. */
import { DatabaseFault, type Fault, isDamage, mayPass } from "./Fault.ts"
import type { SqliteHost } from "./SqliteHost.ts"

export class Soundness {
  private readonly lookAtFiles: () => Fault | undefined
  private fault: Fault | undefined
  private lookedAt = Number.NEGATIVE_INFINITY

  /** A database without files has nothing to look at. */
  constructor(lookAtFiles: () => Fault | undefined = () => undefined) {
    this.lookAtFiles = lookAtFiles
  }

  /** What is wrong now. */
  look(): Fault | undefined {
    if (this.fault === undefined || mayPass(this.fault)) {
      this.lookedAt = performance.now()
      this.fault = this.lookAtFiles()
    }
    return this.fault
  }

  /** What is wrong, as of so many milliseconds ago, or of later. */
  lookAfter(milliseconds: number): Fault | undefined {
    return performance.now() - this.lookedAt < milliseconds ? this.known : this.look()
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
