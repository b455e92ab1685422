/** Decompresses gzip that comes in pieces. Of what is cut off or damaged it gives everything that comes before. */
import { createGunzip } from "node:zlib"

export interface Decompressed {
  readonly pieces: ReadonlyArray<Uint8Array>
  /** Why nothing comes after it. */
  readonly problem?: string
}

/** The two bytes that gzip begins with (RFC 1952). */
export const isGzip = (start: Uint8Array): boolean => start[0] === 0x1f && start[1] === 0x8b

export class Gunzip {
  readonly #gunzip = createGunzip()
  readonly #closed: Promise<void>
  #pieces: Array<Uint8Array> = []
  #problem: string | undefined

  constructor() {
    // It keeps nothing back: a stream that fails throws away what nobody has taken yet.
    this.#gunzip.on("data", (piece: Uint8Array) => this.#pieces.push(piece))
    this.#gunzip.on("error", ({ message }) => (this.#problem = message))
    this.#closed = new Promise((resolve) => this.#gunzip.once("close", resolve))
  }

  async write(piece: Uint8Array): Promise<Decompressed> {
    // Where it fails, it never says that it has written.
    await Promise.race([this.#closed, new Promise<void>((resolve) => this.#gunzip.write(piece, () => resolve()))])
    return this.#take()
  }

  /** The input has ended. */
  async end(): Promise<Decompressed> {
    this.#gunzip.end()
    await this.#closed
    return this.#take()
  }

  close(): void {
    this.#gunzip.destroy()
  }

  #take(): Decompressed {
    const pieces = this.#pieces
    this.#pieces = []
    return { pieces, ...(this.#problem !== undefined && { problem: `The gzip ends too early: ${this.#problem}` }) }
  }
}
