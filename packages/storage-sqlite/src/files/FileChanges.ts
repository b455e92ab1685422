/**
 * Whether the files of a database have changed since the last call, as far as two calls of the file system tell: cheap enough for
 * each commit. They do not show that a log was overwritten, or that a lock or a link is gone: `OpenFiles` checks these.
 */
import { type BigIntStats, realpathSync } from "node:fs"
import { fileAt, isSameFile } from "./FileIdentity.ts"

const bytesPerBlock = 512n

/** The log only grows. If it was cut, and then written where it had ended, it has a hole. */
const isGrown = ({ blocks, size }: BigIntStats, before: BigIntStats): boolean =>
  size >= before.size && blocks * bytesPerBlock >= size

export class FileChanges {
  private readonly path: string
  private database: BigIntStats | undefined
  private log: BigIntStats | undefined

  /** The database has to be open. */
  constructor(name: string) {
    this.path = realpathSync(name)
    this.database = fileAt(this.path)
    this.log = fileAt(`${this.path}-wal`)
  }

  /** A checkpoint counts as a change, too. */
  areNone(): boolean {
    const { database, log } = this
    this.database = fileAt(this.path)
    this.log = fileAt(`${this.path}-wal`)
    return (
      isSameFile(this.database, database) &&
      this.database?.ctimeNs === database?.ctimeNs &&
      isSameFile(this.log, log) &&
      isGrown(this.log!, log!)
    )
  }
}
