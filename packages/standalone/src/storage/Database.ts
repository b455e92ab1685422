/** Which database `SELLERKIT_DATABASE` names. The URL of a server holds a password. */
import * as PgStorage from "@sellerkit/storage-pg"
import { Redacted, Schema } from "effect"

export type Database =
  | { readonly kind: "memory" }
  /** A file, or `:memory:`. */
  | { readonly kind: "sqlite"; readonly file: string }
  | ({ readonly kind: "postgres" } & PgStorage.DatabaseUrl)

export const inMemory = ":memory:"

export const databaseAdvice =
  "give sqlite:<file>, postgres://<user>:<password>@<host>:<port>/<database>, with ?sslmode=require and no other parameter about TLS " +
  "where it is to be encrypted, or memory:"

const parse = (text: string): Database | undefined => {
  if (text === "memory:") return { kind: "memory" }
  if (text.startsWith("sqlite:")) {
    const file = text.slice("sqlite:".length)
    return file === "" ? undefined : { kind: "sqlite", file }
  }
  const server = PgStorage.parseDatabaseUrl(text)
  return server === undefined ? undefined : { kind: "postgres", ...server }
}

/** The text of the variable, where it names a database. */
export const DatabaseText = Schema.String.check(
  Schema.makeFilter((text) => parse(text) !== undefined || databaseAdvice)
)

/** The database that a valid text names. */
export const databaseOf = (text: string): Database => parse(text)!

/** For people: without the user and the password. */
export const databaseName = (database: Database): string => {
  if (database.kind === "memory") return "memory:"
  if (database.kind === "sqlite") return `sqlite:${database.file}`
  const { host, pathname, protocol } = new URL(Redacted.value(database.url))
  return `${protocol}//${host}${pathname}`
}

/** The file of a database, where the database is a file. */
export const databaseFile = (database: Database): string | undefined =>
  database.kind === "sqlite" && database.file !== inMemory ? database.file : undefined
