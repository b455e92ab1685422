/** The write-ahead log of an open database: whether what SQLite has written to it is still there. */
import { type BigIntStats, closeSync, fstatSync, openSync, readSync } from "node:fs"
import type { WalIndex } from "./WalIndex.ts"

const headerBytes = 32n

/** Where a frame has its salt and its checksum. */
const [saltAt, checksumAt, frameHeaderEnd] = [8, 16, 24]

/** Where a frame begins, counting from 1. */
const offsetOf = (frame: number, { frameSize }: WalIndex): bigint => headerBytes + BigInt(frame - 1) * BigInt(frameSize)

const isOf = ({ checksum, salt }: WalIndex, frame: Buffer): boolean =>
  frame.toString("hex", saltAt, checksumAt) === salt && frame.toString("hex", checksumAt, frameHeaderEnd) === checksum

/** None of a log's frames changes before the log begins again. */
interface KnownFrame {
  salt: string
  number: number
  bytes: Buffer
}

export class WrittenLog {
  private readonly descriptor: number
  /** The last frame as of the last look. */
  private readonly known: KnownFrame = { salt: "", number: 0, bytes: Buffer.alloc(0) }
  private read: Buffer = Buffer.alloc(0)

  constructor(file: string) {
    this.descriptor = openSync(file, "r")
  }

  /** Of the file that was opened, wherever it is now. */
  stat(): BigIntStats {
    return fstatSync(this.descriptor, { bigint: true })
  }

  /**
   * Whether the log has what the index says: the last frame, and, unchanged, the frame that was last at the look before. After a
   * cut, SQLite goes on writing where the log had ended, so its length would not tell.
   */
  holds(index: WalIndex): boolean {
    const { bytes, number, salt } = this.known
    if (salt === index.salt && !this.readFrame(number, index).equals(bytes)) return false
    if (index.frames === 0 || (salt === index.salt && number === index.frames)) return true
    if (!isOf(index, this.readFrame(index.frames, index))) return false
    this.remember(index)
    return true
  }

  close(): void {
    closeSync(this.descriptor)
  }

  /** As much of it as there is. */
  private readFrame(frame: number, index: WalIndex): Buffer {
    if (this.read.length !== index.frameSize) this.read = Buffer.alloc(index.frameSize)
    const length = readSync(this.descriptor, this.read, 0, index.frameSize, offsetOf(frame, index))
    return this.read.subarray(0, length)
  }

  /** The frame that was read last, which is the log's last one. */
  private remember({ frames, salt }: WalIndex): void {
    const { bytes } = this.known
    Object.assign(this.known, { salt, number: frames, bytes: this.read })
    this.read = bytes
  }
}
