/** What is asked of the database about parts of ranges, and what it answers. */
import type { Account, FoundPart, StoredPart } from "@sellerkit/core"
import { Effect } from "effect"
import { behindAll } from "../functions/records/findRecords.ts"
import type { Parameter } from "../PgDatabase.ts"
import { accountValues } from "../Rows.ts"
import type { Rows } from "./statements.ts"

/** A record, or where the rest of the part's range begins: then it has no content. */
interface PartRow {
  readonly part: number
  readonly place: string | null
  readonly content: string | null
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
  return {
    next: `next_${part} as materialized (
      select sellerkit.next_place($1, $2, ${collection}, ${index ?? "null"}, ${from}, ${below}, ${limit}) as place)`,
    rows: `(select ${part} as part, ${places ? column : "null"} as place, content from sellerkit.record
        where seller_id = $1 and sandbox = $2 and collection = ${collection} and ${column} >= ${from}
          and ${column} < coalesce((select place from next_${part}), ${below}, ${behindAll})
        order by ${column} limit ${limit})
      union all select ${part}, place, null from next_${part} where place is not null`
  }
}

const found = (parts: ReadonlyArray<StoredPart>, rows: ReadonlyArray<PartRow>): ReadonlyArray<FoundPart> => {
  const texts = parts.map((): Array<string> => [])
  const places = parts.map((): Array<string> => [])
  const next = parts.map((): string | undefined => undefined)
  for (const { content, part, place } of rows) {
    if (content === null) next[part] = place!
    else {
      texts[part]!.push(content)
      if (place !== null) places[part]!.push(place)
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
