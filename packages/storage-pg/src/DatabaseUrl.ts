/** The URL of a database. It holds a password, and what it says of a pooler is ours and not the client's. */
import { Redacted } from "effect"

export interface DatabaseUrl {
  readonly url: Redacted.Redacted
  /** Whether connections are this process's for one transaction at a time (`?pooler=transaction`). */
  readonly pooled: boolean
}

export const databaseUrlAdvice =
  "give postgres://<user>:<password>@<host>:<port>/<database>, with ?pooler=transaction behind a pooler of that kind"

/** Undefined where a text is none. */
export const parseDatabaseUrl = (text: string): DatabaseUrl | undefined => {
  const url = URL.parse(text)
  const isDatabase = url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1
  if (!isDatabase) return undefined
  const pooler = url.searchParams.get("pooler")
  if (pooler !== null && pooler !== "transaction") return undefined
  url.searchParams.delete("pooler")
  return { url: Redacted.make(url.href, { label: "database URL" }), pooled: pooler !== null }
}
