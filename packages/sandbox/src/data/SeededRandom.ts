/** Random numbers that are the same each time for the same seed: for tests, and never for secrets that protect something. */
import { Layer } from "effect"
import { SecureRandom } from "effect/crypto"

export type Seed = number | string

type Start = readonly [number, number, number]

/** Spreads a seed over three numbers (FNV-1a, begun differently each time). */
const startOf = (seed: Seed): Start => {
  const hash = (start: number): number => {
    let value = 0x811c9dc5 ^ start
    for (const character of String(seed)) value = Math.imul(value ^ character.codePointAt(0)!, 0x01000193)
    return value >>> 0
  }
  return [hash(1), hash(2), hash(3)]
}

/** The generator sfc32. */
export class SeededRandom {
  private readonly start: Start
  private readonly state: [number, number, number, number]

  constructor(seed: Seed | Start) {
    this.start = typeof seed === "object" ? seed : startOf(seed)
    this.state = [...this.start, 1]
    // Similar seeds give similar first numbers.
    for (let skipped = 0; skipped < 16; skipped++) this.next()
  }

  /** Other numbers for each whole number, whatever was asked for before. */
  of(number: number): SeededRandom {
    const [first, second, third] = this.start
    return new SeededRandom([first ^ number, second ^ Math.floor(number / 2 ** 32), third])
  }

  /** 32 bits. */
  next(): number {
    const state = this.state
    const result = (state[0] + state[1] + state[3]) >>> 0
    state[3] = (state[3] + 1) >>> 0
    state[0] = state[1] ^ (state[1] >>> 9)
    state[1] = (state[2] + (state[2] << 3)) >>> 0
    state[2] = (((state[2] << 21) | (state[2] >>> 11)) + result) >>> 0
    return result
  }

  /** From 0 to 1, 1 not included. */
  part(): number {
    return this.next() / 2 ** 32
  }

  /** From `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.part() * (most - least + 1))
  }

  pick<A>(from: ReadonlyArray<A>): A {
    return from[this.between(0, from.length - 1)]!
  }

  bytes(size: number): Uint8Array {
    return Uint8Array.from({ length: size }, () => this.next() & 0xff)
  }

  /** A text of these characters. */
  text(length: number, characters: string): string {
    return Array.from({ length }, () => characters[this.between(0, characters.length - 1)]).join("")
  }

  uuid(): string {
    const hex = this.text(30, "0123456789abcdef")
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-8${hex.slice(15, 18)}-${hex.slice(18)}`
  }
}

/** Ids and secrets that are the same each time. */
export const seededRandomLayer = (seed: Seed): Layer.Layer<SecureRandom.SecureRandom> =>
  Layer.sync(SecureRandom.SecureRandom, () => {
    const random = new SeededRandom(seed)
    return SecureRandom.make((size) => random.bytes(size))
  })
