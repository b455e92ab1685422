/**
 * The columns of rows that do not all have the same fields (Seller Statistics Reports, Realization detail report row: some are there
 * only when they have a value). A new one comes behind the one that it follows in its row.
 */
import type { Cells } from "./csv.ts"

export class Columns {
  readonly names: Array<string> = []
  readonly #known = new Set<string>()

  add(row: Cells): void {
    const fields = Object.keys(row)
    if (fields.every((field) => this.#known.has(field))) return
    let place = 0
    for (const field of fields) {
      if (this.#known.has(field)) place = this.names.indexOf(field)
      else this.names.splice(place, 0, field)
      this.#known.add(field)
      place++
    }
  }
}
