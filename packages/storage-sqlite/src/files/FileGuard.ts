/** Looks after the files of one database for as long as it is open, and saves what can be saved when they are lost. */
import type { Fault } from "../connection/Fault.ts"
import { type NodeHost, openNodeHost, pageCache } from "../connection/NodeHost.ts"
import { OpenFiles } from "./OpenFiles.ts"

/**
 * When a connection closes, SQLite moves the log into the database. If the log has holes, or the file has another content by now,
 * that destroys what could be saved. So the connection stays open until the process ends.
 */
const unsafeToClose: ReadonlySet<Fault> = new Set(["logCut", "overwritten", "damaged"])

const left = new Set<NodeHost>()

export class FileGuard {
  private readonly file: string
  private host: NodeHost | undefined
  private files: OpenFiles | undefined
  private isSaved = false
  private isSafeToClose = true

  constructor(file: string) {
    this.file = file
  }

  /** Makes the first connection, which is used to save what was written. */
  connect(): NodeHost {
    this.host = openNodeHost(this.file, { cache: pageCache.reading })
    return this.host
  }

  /** To be called when all connections have been made. */
  begin(): void {
    this.files = new OpenFiles(this.file)
  }

  look(): Fault | undefined {
    const fault = this.files?.look()
    if (fault === "logReplaced") this.save()
    // The log may be back, written to, and lost again.
    else this.isSaved = false
    if (fault !== undefined && unsafeToClose.has(fault)) this.isSafeToClose = false
    return fault
  }

  /** Closes the connection. To be called after all others have been closed. */
  close(): void {
    this.look()
    if (!this.isSafeToClose) {
      left.add(this.host!)
      return
    }
    this.host!.close()
    this.files?.close()
  }

  /**
   * A log that was deleted or replaced is still open here: what was written to it goes into the database, and is not lost with
   * it.
   */
  private save(): void {
    if (this.isSaved || this.files?.isLogWhole !== true) return
    try {
      const [done] = this.host!.all("pragma wal_checkpoint(passive)")
      this.isSaved = done?.["busy"] === 0 && done["log"] === done["checkpointed"]
    } catch {
      // It is tried again with the next look.
    }
  }
}
