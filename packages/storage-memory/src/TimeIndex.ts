/** Records in the order of time, then id, with pages found by binary search. */
import type { Position, TimePageRequest } from "@sellerkit/core"

const isBefore = (left: Position, right: Position): boolean =>
  left.time === right.time ? left.id < right.id : left.time < right.time

// Beyond every id.
const lastId = "\uffff"

export class TimeIndex<A> {
  // Oldest first, so that new records usually go to the end.
  private readonly records: Array<A> = []
  private readonly positionOf: (record: A) => Position

  constructor(positionOf: (record: A) => Position) {
    this.positionOf = positionOf
  }

  get isEmpty(): boolean {
    return this.records.length === 0
  }

  insert(record: A): void {
    this.records.splice(this.countBefore(this.positionOf(record)), 0, record)
  }

  remove(record: A): void {
    const index = this.countBefore(this.positionOf(record))
    if (this.records[index] === record) this.records.splice(index, 1)
  }

  /** In the order of travel, one more than the limit when there are more. */
  find({ cursor, direction, from, limit, to }: TimePageRequest): ReadonlyArray<A> {
    const lowest = from === undefined ? 0 : this.countBefore({ time: from, id: "" })
    const highest = to === undefined ? this.records.length : this.countBefore({ time: to, id: lastId })
    if (direction === "older") {
      const end = Math.min(highest, cursor === undefined ? highest : this.countBefore(cursor))
      return this.records.slice(Math.max(lowest, end - limit - 1), Math.max(lowest, end)).toReversed()
    }
    const beyond = cursor === undefined ? lowest : this.countBefore({ time: cursor.time, id: `${cursor.id}\0` })
    const start = Math.max(lowest, beyond)
    return this.records.slice(start, Math.min(highest, start + limit + 1))
  }

  private countBefore(position: Position): number {
    let [low, high] = [0, this.records.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isBefore(this.positionOf(this.records[middle]!), position)) low = middle + 1
      else high = middle
    }
    return low
  }
}
