/**
 * Whether anything has happened to a database's files since it was asked last, as far as two calls of the file system tell: cheap
 * enough for each commit. They do not tell of a log that was overwritten, nor of a lock or a link that is gone: `OpenFiles` looks at these.
 */
import { type BigIntStats, realpathSync } from "node:fs"
import { fileAt, isSameFile } from "./FileIdentity.ts"

const bytesPerBlock = 512n

/** It only grows. One that was cut and is written on where it ended has a hole. */
const isGrown = ({ blocks, size }: BigIntStats, before: BigIntStats): boolean =>
  size >= before.size && blocks * bytesPerBlock >= size

export class Untouched {
  private readonly path: string
  private database: BigIntStats | undefined
  private log: BigIntStats | undefined

  /** Of a database that is open. */
  constructor(name: string) {
    this.path = realpathSync(name)
    this.database = fileAt(this.path)
    this.log = fileAt(`${this.path}-wal`)
  }

  /** A checkpoint is something, too. */
  ask(): boolean {
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
