/** Which page of a list the address asks for. */
import type { PageOfTime } from "../api/records.ts"
import { query } from "./location.ts"

const read = (name: string): string | undefined => query.value.get(name) ?? undefined

/** Parameters that are missing are undefined. */
export const timePage = (): Required<Pick<PageOfTime, "from" | "next" | "prev" | "to">> => {
  return { next: read("next"), prev: read("prev"), from: read("from"), to: read("to") }
}
