/** The URL of a database. It holds a password. Its parameter `pooler` is for us, and not for the client of the database. */
import { Redacted } from "effect"

export interface DatabaseUrl {
  readonly url: Redacted.Redacted
  /** Whether this process has a connection for one transaction at a time only (`?pooler=transaction`). */
  readonly pooled: boolean
}

export const databaseUrlAdvice =
  "give postgres://<user>:<password>@<host>:<port>/<database>, with ?pooler=transaction behind a pooler of that kind, and ?sslmode=require, " +
  "the only parameter about TLS, for a connection that is encrypted"

/** The client ignores parameters that it does not know: with `?ssl=true` the password would travel in the clear. */
const isIgnoredTls = (parameter: string): boolean => parameter.startsWith("ssl") && parameter !== "sslmode"

/** Undefined where the text is no such URL. */
export const parseDatabaseUrl = (text: string): DatabaseUrl | undefined => {
  const url = URL.parse(text)
  const isDatabase = url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1
  if (!isDatabase) return undefined
  const pooler = url.searchParams.get("pooler")
  if (pooler !== null && pooler !== "transaction") return undefined
  if ([...url.searchParams.keys()].some(isIgnoredTls)) return undefined
  url.searchParams.delete("pooler")
  return { url: Redacted.make(url.href, { label: "database URL" }), pooled: pooler !== null }
}
