/**
 * What SQLite knows of its write-ahead log, as it keeps it beside the database for all of its connections (`-shm`). The format
 * is documented and the same in all versions: https://sqlite.org/walformat.html#the_wal_index_file_format
 */
import { closeSync, openSync, readSync } from "node:fs"

export interface WalIndex {
  /** How many frames of the log count. */
  readonly frames: number
  /** Bytes of a frame: a page, and what stands before it. */
  readonly frameSize: number
  /** Changes as soon as the log begins again. The same eight bytes stand in each frame. */
  readonly salt: string
  /** Of the last frame. */
  readonly checksum: string
  /** How many frames have gone into the database. */
  readonly checkpointed: number
}

// Two copies of a header of 48 bytes, and what checkpoints note.
const headerBytes = 48
const readBytes = 100
const checkpointBytes = 4
const attemptedAt = 128
const version = 3_007_000
const frameHeaderBytes = 24
const largestPage = 65_536

const isWhole = (bytes: Buffer): boolean =>
  bytes.subarray(0, headerBytes).equals(bytes.subarray(headerBytes, 2 * headerBytes))

/** In the order of bytes of this machine, as SQLite writes it. */
const integerAt = (bytes: Buffer, at: number): number => new Uint32Array(bytes.buffer, bytes.byteOffset + at, 1)[0]!

const pageSizeOf = (bytes: Buffer): number => {
  const said = new Uint16Array(bytes.buffer, bytes.byteOffset + 14, 1)[0]!
  return said === 1 ? largestPage : said
}

/** Checksums in frames have their high bytes first. */
const inFrames = (checksum: number): string => checksum.toString(16).padStart(8, "0")

export class WalIndexFile {
  private readonly descriptor: number
  private readonly bytes = Buffer.from(new ArrayBuffer(readBytes))
  private readonly attempted = Buffer.from(new ArrayBuffer(checkpointBytes))

  /**
   * Of a database that is open here. Closing any descriptor of this file takes SQLite's locks from it, so that this one has to
   * be closed after the last connection.
   */
  constructor(database: string) {
    this.descriptor = openSync(`${database}-shm`, "r")
  }

  /** Undefined while SQLite writes it, or recovers the log. */
  read(): WalIndex | undefined {
    const { bytes } = this
    if (readSync(this.descriptor, bytes, 0, readBytes, 0) < readBytes) return undefined
    const isInitialised = bytes[12] === 1 && integerAt(bytes, 0) === version
    if (!isInitialised || !isWhole(bytes)) return undefined
    return {
      frames: integerAt(bytes, 16),
      frameSize: pageSizeOf(bytes) + frameHeaderBytes,
      salt: bytes.toString("hex", 32, 40),
      checksum: inFrames(integerAt(bytes, 24)) + inFrames(integerAt(bytes, 28)),
      checkpointed: integerAt(bytes, 96)
    }
  }

  /** How many frames are to be in the database at the end of the current checkpoint, or else of the last one. */
  readAttempted(): number {
    const { attempted } = this
    return readSync(this.descriptor, attempted, 0, checkpointBytes, attemptedAt) < checkpointBytes
      ? 0
      : integerAt(attempted, 0)
  }

  close(): void {
    closeSync(this.descriptor)
  }
}
