/** Parquet: row groups are read one by one, each as columns, so that no more than one of them is in memory. */
import {
  type AsyncBuffer,
  asyncBufferFromFile,
  type FileMetaData,
  parquetMetadataAsync,
  parquetRead,
  parquetSchema,
  type SchemaElement
} from "hyparquet"
import { compressors } from "hyparquet-compressors"
import { reasonOf } from "../../output/reasonOf.ts"
import type { FieldKinds } from "./FieldKind.ts"
import type { FileRow, UnreadableRow } from "./FileRow.ts"

export interface ParquetOptions {
  readonly fields: FieldKinds
  /** Rows up to this one are not wanted again. */
  readonly after: number
  /** Is told of the columns that are no fields. */
  readonly onUnknown: (columns: ReadonlyArray<string>) => void
  /** Is told how many rows there are. */
  readonly onRows: (count: number) => void
}

interface Group {
  /** Rows before it. */
  readonly start: number
  readonly count: number
  readonly bytes: number
}

// our choice: what most programs write at most, and several times less than a process may have.
const largestGroup = 512 * 1024 * 1024

// our choice: as many rows as are made into objects at once.
const slice = 1000

const groupsOf = ({ row_groups }: FileMetaData): ReadonlyArray<Group> => {
  let start = 0
  return row_groups.map(({ num_rows, total_byte_size }) => {
    const group = { start, count: Number(num_rows), bytes: Number(total_byte_size) }
    start += group.count
    return group
  })
}

type Column = ReadonlyArray<{ readonly start: number; readonly values: ArrayLike<unknown> }>

/** All values of a column of the group, in order. */
const valuesOf = (name: string, pieces: Column, { count, start }: Group): ArrayLike<unknown> => {
  const [first] = pieces
  const length = pieces.reduce((sum, { values }) => sum + values.length, 0)
  if (length !== count || first?.start !== start) throw new Error(`the column ${name} has ${length} of ${count} values`)
  return pieces.length === 1 ? first.values : pieces.flatMap(({ values }) => Array.from(values))
}

const readGroup = async (
  file: AsyncBuffer,
  metadata: FileMetaData,
  names: ReadonlyArray<string>,
  group: Group
): Promise<ReadonlyMap<string, ArrayLike<unknown>>> => {
  if (group.bytes > largestGroup) throw new Error(`a row group may have up to ${largestGroup} bytes`)
  const pieces = new Map<string, Array<Column[number]>>(names.map((name) => [name, []]))
  await parquetRead({
    file,
    metadata,
    columns: [...names],
    compressors,
    rowStart: group.start,
    rowEnd: group.start + group.count,
    onChunk: ({ columnData, columnName, rowStart }) =>
      pieces.get(columnName)?.push({ start: rowStart, values: columnData })
  })
  return new Map(names.map((name) => [name, valuesOf(name, pieces.get(name)!, group)]))
}

/** The time of a day, as far as it is not zero. */
const timeText = (date: Date): string =>
  date
    .toISOString()
    .slice(0, -1)
    .replace(/\.?0{0,3}$/, "")

/** What a value of a column is in JSON. Whole numbers may be larger than JavaScript's. */
const plain = (value: unknown, { converted_type, logical_type }: SchemaElement): unknown => {
  if (typeof value === "bigint") {
    const number = Number(value)
    if (!Number.isSafeInteger(number)) throw new Error(`Expected a number up to ${Number.MAX_SAFE_INTEGER}`)
    return number
  }
  if (value instanceof Uint8Array) throw new Error("Expected a text, and found bytes")
  if (typeof value === "number" && !Number.isFinite(value)) throw new Error("Expected a finite number")
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) throw new Error("Expected a time that there is")
    if (converted_type === "DATE" || logical_type?.type === "DATE") return value.toISOString().slice(0, 10)
    const isLocal = logical_type?.type === "TIMESTAMP" && !logical_type.isAdjustedToUTC
    return isLocal ? timeText(value) : value.toISOString()
  }
  return value
}

const unreadableGroup = ({ count, start }: Group, error: unknown): UnreadableRow => ({
  line: start + count,
  field: "",
  reason: `Rows ${start + 1} to ${start + count} cannot be read: ${reasonOf(error)}`,
  row: null
})

/** Fails where nothing of the file can be read. */
export async function* parquetRows(
  path: string,
  { after, fields, onRows, onUnknown }: ParquetOptions
): AsyncGenerator<ReadonlyArray<FileRow>> {
  const file = await asyncBufferFromFile(path)
  const metadata = await parquetMetadataAsync(file)
  const elements = new Map(parquetSchema(metadata).children.map(({ element }) => [element.name, element]))
  const names = [...elements.keys()].filter((name) => Object.hasOwn(fields, name))
  if (names.length === 0) throw new Error(`none of its columns is one of the fields ${Object.keys(fields).join(", ")}`)
  const unknown = [...elements.keys()].filter((name) => !Object.hasOwn(fields, name))
  if (unknown.length > 0) onUnknown(unknown)
  const groups = groupsOf(metadata)
  onRows(groups.reduce((sum, { count }) => sum + count, 0))

  const rowOf = (columns: ReadonlyMap<string, ArrayLike<unknown>>, group: Group, index: number): FileRow => {
    const line = group.start + index + 1
    const value: Record<string, unknown> = {}
    for (const [name, values] of columns) {
      const found = values[index]
      if (found === null || found === undefined) continue
      try {
        value[name] = plain(found, elements.get(name)!)
      } catch (error) {
        return { line, field: name, reason: reasonOf(error), row: null }
      }
    }
    try {
      return { line, text: JSON.stringify(value), value }
    } catch (error) {
      return { line, field: "", reason: `It is no JSON: ${reasonOf(error)}`, row: null }
    }
  }

  for (const group of groups.filter(({ count, start }) => start + count > after)) {
    try {
      const columns = await readGroup(file, metadata, names, group)
      for (let from = Math.max(0, after - group.start); from < group.count; from += slice) {
        const count = Math.min(slice, group.count - from)
        yield Array.from({ length: count }, (_, index) => rowOf(columns, group, from + index))
      }
    } catch (error) {
      yield [unreadableGroup(group, error)]
    }
  }
}
