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

  /** In the order of the page's direction; one more than the limit when there are more. */
  find(request: TimePageRequest, isWanted: (record: A) => boolean = () => true): ReadonlyArray<A> {
    const { direction, limit } = request
    const [start, end] = this.rangeOf(request)
    const found: Array<A> = []
    const step = direction === "older" ? -1 : 1
    for (
      let index = step < 0 ? end - 1 : start;
      index >= start && index < end && found.length <= limit;
      index += step
    ) {
      const record = this.records[index]!
      if (isWanted(record)) found.push(record)
    }
    return found
  }

  /** From the first of the records to before the last one. */
  private rangeOf({ cursor, direction, from, to }: TimePageRequest): readonly [start: number, end: number] {
    const lowest = from === undefined ? 0 : this.countBefore({ time: from, id: "" })
    const highest = to === undefined ? this.records.length : this.countBefore({ time: to, id: lastId })
    if (cursor === undefined) return [lowest, highest]
    return direction === "older"
      ? [lowest, Math.min(highest, this.countBefore(cursor))]
      : [Math.max(lowest, this.countBefore({ time: cursor.time, id: `${cursor.id}\0` })), highest]
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
