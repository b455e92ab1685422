/** Groups rows as they are sent: some at a time, bounded by their number and their length. */
import { type FileRow, isUnreadable, type ReadRow, type UnreadableRow } from "../files/FileRow.ts"

export interface Chunk {
  /** In their order. */
  readonly rows: ReadonlyArray<ReadRow>
  readonly unreadable: ReadonlyArray<UnreadableRow>
  /** The line of its last row. */
  readonly through: number
}

export interface ChunkLimits {
  readonly rows: number
  /** Characters of their texts. */
  readonly characters: number
}

// our choice: in UTF-8 less than the service takes, whatever the characters are.
export const mostCharacters = 4_000_000

export class Chunks {
  readonly #limits: ChunkLimits
  #rows: Array<ReadRow> = []
  #unreadable: Array<UnreadableRow> = []
  #characters = 0
  #through = 0

  constructor(limits: ChunkLimits) {
    this.#limits = limits
  }

  /** The chunks that are full with these rows. */
  add(rows: ReadonlyArray<FileRow>): ReadonlyArray<Chunk> {
    const full: Array<Chunk> = []
    for (const row of rows) {
      const length = isUnreadable(row) ? 0 : row.text.length
      const isFull =
        this.#rows.length + this.#unreadable.length === this.#limits.rows ||
        this.#characters + length > this.#limits.characters
      if (isFull) full.push(...this.end())
      if (isUnreadable(row)) this.#unreadable.push(row)
      else this.#rows.push(row)
      this.#characters += length
      this.#through = row.line
    }
    return full
  }

  /** What is left. */
  end(): ReadonlyArray<Chunk> {
    if (this.#rows.length + this.#unreadable.length === 0) return []
    const chunk = { rows: this.#rows, unreadable: this.#unreadable, through: this.#through }
    this.#rows = []
    this.#unreadable = []
    this.#characters = 0
    return [chunk]
  }
}
