/** What a schema consists of, as text that can be compared: the same on every version of PostgreSQL. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { join } from "node:path"

/** The schemas that were released, and the one that is to be: one file for each migration. */
export const manifestFolder = join(import.meta.dirname, "..", "..", "packages", "storage-pg", "schema")

// Partitions are made by time; what is said of their table holds for them.
const ownTables = `c.relnamespace = 'sellerkit'::regnamespace and c.relname !~ '_[0-9]{8}$'`

/** Each gives names with what is there under that name. */
const parts = {
  tables: `
    select c.relname as name, jsonb_build_object(
      'kind', case c.relpersistence when 'u' then 'unlogged ' else '' end
        || case c.relkind when 'p' then 'table, partitioned ' || pg_get_partkeydef(c.oid) else 'table' end,
      'partitionOf', (select i.inhparent::regclass::text from pg_inherits i where i.inhrelid = c.oid),
      'settings', c.reloptions,
      'columns', (
        select jsonb_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
            || case when a.attnotnull then ' not null' else '' end
            || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
            || coalesce(' with ' || array_to_string(a.attoptions, ', '), '')
            || case when a.attstorage = y.typstorage then '' when a.attstorage = 'e' then ' storage external'
              else ' storage ' || a.attstorage::text end order by a.attnum)
        from pg_attribute a join pg_type y on y.oid = a.atttypid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)) as content
    from pg_class c where ${ownTables} and c.relkind in ('r', 'p')`,
  indexes: `
    select c.relname as name, to_jsonb(pg_get_indexdef(c.oid)) as content
    from pg_class c join pg_index i on i.indexrelid = c.oid join pg_class t on t.oid = i.indrelid
    where ${ownTables} and t.relname !~ '_[0-9]{8}$'`,
  // Columns say themselves whether they may be null.
  constraints: `
    select t.relname || ' ' || k.conname as name, to_jsonb(pg_get_constraintdef(k.oid)) as content
    from pg_constraint k join pg_class t on t.oid = k.conrelid
    where k.connamespace = 'sellerkit'::regnamespace and t.relname !~ '_[0-9]{8}$' and k.contype <> 'n'`,
  sequences: `
    select c.relname as name, to_jsonb(format_type(s.seqtypid, null)) as content
    from pg_class c join pg_sequence s on s.seqrelid = c.oid where ${ownTables}`,
  functions: `
    select p.proname || '(' || pg_get_function_arguments(p.oid) || ')' as name, jsonb_build_object(
      'returns', pg_get_function_result(p.oid),
      'language', l.lanname,
      'volatility', p.provolatile,
      'securityDefiner', p.prosecdef,
      'settings', p.proconfig,
      'forEverybody', has_function_privilege('public', p.oid, 'execute'),
      'hash', encode(sha256(convert_to(p.prosrc, 'UTF8')), 'hex')) as content
    from pg_proc p join pg_language l on l.oid = p.prolang where p.pronamespace = 'sellerkit'::regnamespace`
} as const

export const schemaManifest = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const manifest: Record<string, unknown> = {}
  for (const [part, text] of Object.entries(parts)) {
    const [found] = yield* sql.unsafe<{ content: string }>(
      `select coalesce(jsonb_object_agg(f.name, f.content), '{}')::text as content from (${text}) f`
    )
    manifest[part] = JSON.parse(found!.content)
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
})
