/**
 * Values by texts that are ordered byte by byte, for ranges of hundreds of thousands.
 *
 * They are kept in parts, one behind the other, so that little is moved by an insertion. (`sorted-btree` is a CommonJS module,
 * whose default export every bundler finds elsewhere.)
 */
import { KeyOrder } from "@sellerkit/core"

interface Entry<A> {
  readonly place: string
  readonly value: A
}

interface Bounds {
  /** The first place that is included; undefined: from the beginning. */
  readonly from?: string | undefined
  /** The first place that is not included any more; undefined: to the end. */
  readonly below?: string | undefined
}

export interface RangeOfMap extends Bounds {
  readonly limit: number
  readonly offset?: number
  readonly descending?: boolean
}

/** Where an entry stands, or would stand. That may be behind the last entry of its part. */
interface Position {
  readonly part: number
  readonly index: number
}

// our choice: an insertion then spends less time on moving entries than on finding its place.
const mostInPart = 512

/** How many of a sorted list come first. */
const countWhile = <A>(sorted: ReadonlyArray<A>, isBefore: (one: A) => boolean): number => {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(sorted[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}

export class SortedMap<A> {
  /** There is always at least one part, and a part is empty only if it is the only one. */
  private readonly parts: Array<Array<Entry<A>>> = [[]]

  get(place: string): A | undefined {
    const { index, part } = this.positionOf(place)
    const found = this.parts[part]![index]
    return found?.place === place ? found.value : undefined
  }

  set(place: string, value: A): void {
    const { index, part } = this.positionOf(place)
    const entries = this.parts[part]!
    entries.splice(index, entries[index]?.place === place ? 1 : 0, { place, value })
    if (entries.length > mostInPart) this.parts.splice(part + 1, 0, entries.splice(mostInPart / 2))
  }

  delete(place: string): void {
    const { index, part } = this.positionOf(place)
    const entries = this.parts[part]!
    if (entries[index]?.place !== place) return
    entries.splice(index, 1)
    if (entries.length === 0 && this.parts.length > 1) this.parts.splice(part, 1)
  }

  find({ below, descending = false, from, limit, offset = 0 }: RangeOfMap): ReadonlyArray<Entry<A>> {
    const found: Array<Entry<A>> = []
    let passed = 0
    for (const entry of descending ? this.descending({ below, from }) : this.ascending({ below, from })) {
      if (found.length >= limit) break
      if (passed < offset) passed += 1
      else found.push(entry)
    }
    return found
  }

  count(bounds: Bounds): number {
    let count = 0
    for (const _ of this.ascending(bounds)) count += 1
    return count
  }

  private *ascending({ below, from }: Bounds): Generator<Entry<A>, void> {
    const start = from === undefined ? { part: 0, index: 0 } : this.positionOf(from)
    for (let { index, part } = start; part < this.parts.length; part += 1, index = 0) {
      const entries = this.parts[part]!
      for (; index < entries.length; index += 1) {
        const entry = entries[index]!
        if (below !== undefined && KeyOrder(entry.place, below) >= 0) return
        yield entry
      }
    }
  }

  private *descending({ below, from }: Bounds): Generator<Entry<A>, void> {
    const last = this.parts.length - 1
    const end = below === undefined ? { part: last, index: this.parts[last]!.length } : this.positionOf(below)
    for (let part = end.part; part >= 0; part -= 1) {
      const entries = this.parts[part]!
      for (let index = (part === end.part ? end.index : entries.length) - 1; index >= 0; index -= 1) {
        const entry = entries[index]!
        if (from !== undefined && KeyOrder(entry.place, from) < 0) return
        yield entry
      }
    }
  }

  private positionOf(place: string): Position {
    // Histories grow at their end.
    const lastPart = this.parts.at(-1)!
    const last = lastPart.at(-1)
    if (last !== undefined && KeyOrder(last.place, place) < 0) {
      return { part: this.parts.length - 1, index: lastPart.length }
    }
    const beginsBefore = ({ 0: first }: ReadonlyArray<Entry<A>>) =>
      first !== undefined && KeyOrder(first.place, place) <= 0
    const part = Math.max(0, countWhile(this.parts, beginsBefore) - 1)
    return { part, index: countWhile(this.parts[part]!, (entry) => KeyOrder(entry.place, place) < 0) }
  }
}
