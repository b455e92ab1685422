/** How the rows of a file are written, as its name says. */
import { Option } from "effect"
import type { FileFormat } from "../../flags/fileWords.ts"

const endings: Readonly<Record<string, FileFormat>> = {
  csv: "csv",
  tsv: "csv",
  jsonl: "ndjson",
  ndjson: "ndjson",
  parquet: "parquet"
}

export const formatOf = (name: string): Option.Option<FileFormat> => {
  const ending = name.toLowerCase().replace(/\.gz$/, "").split(".").at(-1)!
  return Option.fromUndefinedOr(Object.hasOwn(endings, ending) ? endings[ending] : undefined)
}
