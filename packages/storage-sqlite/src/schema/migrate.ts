/** Brings the schema up to date: each migration once, in order, all of them in one transaction. */
import { row, type SqliteHost } from "../connection/SqliteHost.ts"
import { migrations } from "./migrations/index.ts"

export const migrate = (host: SqliteHost): void =>
  host.transaction(() => {
    host.run("create table if not exists migration (version integer primary key, name text not null) strict")
    const applied = row<{ version: number | null }>(host, "select max(version) as version from migration")?.version ?? 0
    if (applied > migrations.length) {
      throw new Error(
        `The database was written by a newer version (schema ${applied}, this one knows ${migrations.length}); use that version or a later one`
      )
    }
    for (const [index, { name, statements }] of migrations.entries()) {
      const version = index + 1
      if (version <= applied) continue
      for (const statement of statements) host.run(statement)
      host.run("insert into migration (version, name) values (?, ?)", version, name)
    }
  })
