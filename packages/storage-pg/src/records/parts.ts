/** What is asked of the database about parts of ranges, and what it answers. */
import type { Account, FoundPart, RawText, StoredPart } from "@sellerkit/core"
import { Effect } from "effect"
import type { Parameter } from "../connection/PgDatabase.ts"
import { accountValues } from "../rows/Rows.ts"
import { behindAll } from "../schema/functions/records/findRecords.ts"
import type { Rows } from "./statements.ts"

/** A record, or where the rest of a part's range begins: then it has no content. */
interface PartRow {
  /** The number of the part, a space, and the place. Null for a record of the first part, where no place is asked: most are such. */
  readonly mark: string | null
  readonly content: RawText | null
}

/** The account's parameters come first, and then those of each part. */
const valuesOf = ({ below, collection, from = "", limit }: StoredPart): ReadonlyArray<Parameter> => [
  collection,
  from,
  below ?? null,
  limit
]

const textOf = ({ index, places }: StoredPart, part: number) => {
  const [collection, from, below, limit] = [3, 4, 5, 6].map((first) => `$${first + 4 * part}`)
  const column = index === undefined ? "key" : `place_${index}`
  const mark = (place: string): string => `'${part} ' || ${place}`
  return {
    next: `next_${part} as materialized (
      select sellerkit.next_place($1, $2, ${collection}, ${index ?? "null"}, ${from}, ${below}, ${limit}) as place)`,
    rows: `(select ${part === 0 && !places ? "null" : mark(column)} as mark, content::varchar as content from sellerkit.record
        where seller_id = $1 and sandbox = $2 and collection = ${collection} and ${column} >= ${from}
          and ${column} < coalesce((select place from next_${part}), ${below}, ${behindAll})
        order by ${column} limit ${limit})
      union all select ${mark("place")}, null from next_${part} where place is not null`
  }
}

/** Thousands of rows at once: whatever is done for each of them is seen in how fast an answer is. */
const found = (parts: ReadonlyArray<StoredPart>, rows: ReadonlyArray<PartRow>): ReadonlyArray<FoundPart> => {
  const texts = parts.map((): Array<RawText> => [])
  const places = parts.map((): Array<string> => [])
  const next = parts.map((): string | undefined => undefined)
  const [first] = texts
  for (const { content, mark } of rows) {
    if (mark === null) {
      first!.push(content!)
      continue
    }
    const space = mark.indexOf(" ")
    const [part, place] = [Number(mark.slice(0, space)), mark.slice(space + 1)]
    if (content === null) next[part] = place
    else {
      texts[part]!.push(content)
      if (parts[part]!.places) places[part]!.push(place)
    }
  }
  return parts.map((_, part) => ({ texts: texts[part]!, places: places[part]!, next: next[part] }))
}

/** All as of the moment of one statement. */
export const findParts = <E>(
  rows: Rows<E>,
  account: Account,
  parts: ReadonlyArray<StoredPart>
): Effect.Effect<ReadonlyArray<FoundPart>, E> => {
  const texts = parts.map(textOf)
  const text = `with ${texts.map(({ next }) => next).join(", ")} ${texts.map(({ rows }) => rows).join(" union all ")}`
  return Effect.map(rows<PartRow>(text, ...accountValues(account), ...parts.flatMap(valuesOf)), (answered) =>
    found(parts, answered)
  )
}
