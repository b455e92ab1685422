/** Whether a database is intact. A fault that was found makes every later operation fail. */
import { DatabaseFault, type Fault, isDamage, mayPass } from "../connection/Fault.ts"
import type { SqliteHost } from "../connection/SqliteHost.ts"

export class Integrity {
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

  /** What is wrong. The answer may be so many milliseconds old. */
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

  /** What a failure means: a fault of the database, where SQLite reports damage. */
  judge(cause: unknown): unknown {
    if (!isDamage(cause)) return cause
    // Files that were cut or overwritten show as damage as well.
    if (this.look() === undefined) this.note("damaged")
    return new DatabaseFault(this.fault!, cause)
  }

  /** A host whose commits fail where they would be lost. */
  guarded<Host extends SqliteHost>(host: Host): Host {
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
