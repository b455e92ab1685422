/**
 * The files of a database while it is open: whether the next process that opens it by its name would find all that was written.
 * SQLite goes on with the files that it has open, wherever they are now, and does not look at what it wrote before.
 */
import { type BigIntStats, realpathSync } from "node:fs"
import { resolve } from "node:path"
import type { Fault } from "../connection/Fault.ts"
import { fileAt, fileBehind, isSameFile } from "./FileIdentity.ts"
import { lockOf } from "./FileLock.ts"
import { WalIndexFile, type WalIndex } from "./WalIndex.ts"
import { WrittenLog } from "./WrittenLog.ts"

// our choice: a commit takes longer than a look, so that two looks in a row rarely meet a commit.
const mostLooks = 20

// Windows notes the time of a write only when the file's handles are closed, which says nothing here.
const tellsWrites = process.platform !== "win32"

/** The database's file as of a look, and how far checkpoints had come before it. */
interface SeenDatabase {
  readonly file: BigIntStats
  readonly salt: string
  readonly checkpointed: number
}

export class OpenFiles {
  /** As it was given: it may be a symbolic link. */
  private readonly name: string
  private readonly path: string
  private readonly lock: string
  private readonly log: WrittenLog
  private readonly index: WalIndexFile
  private readonly opened: Readonly<Record<"database" | "lock" | "log", BigIntStats>>
  private seen: SeenDatabase | undefined

  /** Right after the connections have been made, and used. */
  constructor(name: string) {
    this.name = resolve(name)
    this.path = realpathSync(name)
    this.lock = lockOf(name)
    this.log = new WrittenLog(`${this.path}-wal`)
    this.index = new WalIndexFile(this.path)
    this.opened = { database: fileAt(this.path)!, lock: fileAt(this.lock)!, log: this.log.stat() }
  }

  /** What is wrong with them now. */
  look(): Fault | undefined {
    try {
      return this.compare()
    } catch {
      // A log that cannot be read is of no use to the next process either.
      return "damaged"
    }
  }

  /** Whether the log that is open has all that was written to it, wherever it is now. */
  get isLogWhole(): boolean {
    return this.holdsLog(this.index.read())
  }

  /** To be called after all connections have been closed. */
  close(): void {
    this.log.close()
    this.index.close()
  }

  private compare(): Fault | undefined {
    const { lock, log } = this.opened
    const index = this.index.read()
    const file = this.findDatabase()
    if (file === undefined) return "replaced"
    if (!isSameFile(fileAt(this.lock), lock)) return "unlocked"
    if (!isSameFile(fileAt(`${this.path}-wal`), log)) return "logReplaced"
    if (!this.holdsLog(index)) return "logCut"
    return this.wasWritten(file, index) ? "overwritten" : undefined
  }

  private findDatabase(): BigIntStats | undefined {
    const { database } = this.opened
    const file = fileAt(this.path)
    const isOpened = isSameFile(file, database)
    const leadsThere = this.name === this.path || isSameFile(fileBehind(this.name), database)
    return isOpened && leadsThere ? file : undefined
  }

  /** Where the log begins again between two looks at its index, what was read of it tells nothing. */
  private holdsLog(first: WalIndex | undefined): boolean {
    let index = first
    for (let looks = 0; index !== undefined && looks < mostLooks; looks++) {
      if (this.log.holds(index)) return true
      const next = this.index.read()
      if (next?.salt === index.salt) return false
      index = next
    }
    return true
  }

  /** Whether another program wrote to the database: only a checkpoint writes to it, and notes that in the index. */
  private wasWritten(file: BigIntStats, index: WalIndex | undefined): boolean {
    const { seen } = this
    if (index === undefined || !tellsWrites) return false
    this.seen = { file, salt: index.salt, checkpointed: index.checkpointed }
    if (seen === undefined || (seen.file.mtimeNs === file.mtimeNs && seen.file.size === file.size)) return false
    const now = this.index.read()
    const isExplained =
      now === undefined ||
      now.salt !== seen.salt ||
      now.checkpointed !== seen.checkpointed ||
      this.index.readAttempted() > now.checkpointed
    return !isExplained
  }
}
