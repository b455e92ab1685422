/** What an operator may ask of a database before and while it is used. Nothing is changed. */
import { beforeAll, StorageError, type StoredSecret } from "@sellerkit/core"
import { PgClient } from "@effect/sql-pg"
import { Effect, Option, Queue } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { explained } from "../connection/Fault.ts"
import { partitionedTables } from "../schema/functions/partitions.ts"
import { readServer, type Server } from "../schema/Server.ts"
import { type SecretRow, secretsText, toStoredSecret } from "../webhooks/StoredSecrets.ts"

export interface Inspection {
  readonly server: Server
  readonly user: string
  /** Whether it may create the schema, or change it. */
  readonly mayMigrate: boolean
  /** The tables of the schema that it may not write to. */
  readonly notWritable: ReadonlyArray<string>
  /** The sequences and functions of the schema that it may not use, with what they are. */
  readonly notUsable: ReadonlyArray<string>
  /** The database's clock, in milliseconds. */
  readonly now: number
  /** Until when there are partitions of every kind, in milliseconds; undefined where there are none. */
  readonly partitionsUntil: number | undefined
  /** Tables that hold records for which there was no partition. */
  readonly withoutPartition: ReadonlyArray<string>
  readonly autovacuum: boolean
  readonly maxConnections: number
  /** Of these, what the server keeps for superusers and privileged roles. */
  readonly reservedConnections: number
  /** Connections of all others: not of processes of the service over this database. */
  readonly connections: number
  /** Whether notifications (NOTIFY) arrive. */
  readonly notifies: boolean
}

// our choice: a notification takes milliseconds.
const patience = "2 seconds"

const channel = "sellerkit_doctor"

interface Facts {
  readonly user_name: string
  readonly may_migrate: boolean
  readonly now: number
  readonly autovacuum: boolean
  readonly max_connections: number
  readonly reserved_connections: number
  readonly connections: number
}

// A role without `pg_read_all_stats` is not told what the sessions of others are. Those of the server itself have no database.
const factsText = `select current_user::text as user_name,
    coalesce((select pg_has_role(n.nspowner, 'usage') from pg_namespace n where n.nspname = 'sellerkit'),
      has_database_privilege(current_database(), 'create')) as may_migrate,
    extract(epoch from clock_timestamp())::float8 * 1000 as now,
    current_setting('autovacuum') = 'on' as autovacuum,
    current_setting('max_connections')::integer as max_connections,
    current_setting('superuser_reserved_connections')::integer
      -- From version 16 on.
      + coalesce(current_setting('reserved_connections', true)::integer, 0) as reserved_connections,
    (select count(*)::integer from pg_stat_activity where datname is not null
      and coalesce(backend_type, 'client backend') = 'client backend'
      and (datname, application_name) is distinct from (current_database(), 'sellerkit')) as connections`

const notWritableText = `select c.relname::text as name from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'sellerkit' and c.relkind in ('r', 'p') and not c.relispartition
    and not (has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select')
      -- Which version the schema has is for the role to write that changes it (\`rights.ts\`).
      and (c.relname = 'migration' or has_table_privilege(c.oid, 'insert') and has_table_privilege(c.oid, 'update')
        and has_table_privilege(c.oid, 'delete')))
  order by 1`

/** As `rights.ts` grants them. */
const notUsableText = `select 'sequence ' || c.relname as name from pg_sequence s
  join pg_class c on c.oid = s.seqrelid
  where c.relnamespace = to_regnamespace('sellerkit') and not has_sequence_privilege(s.seqrelid, 'usage')
  union
  select 'function ' || p.proname from pg_proc p
  where p.pronamespace = to_regnamespace('sellerkit') and not has_function_privilege(p.oid, 'execute')
  order by 1`

/** The upper bound of the newest partition of each table; the earliest of them counts. */
const partitionsText = `select (min(newest.upper) >> 20)::float8 as until from (
    select max(substring(pg_get_expr(p.relpartbound, p.oid) from 'TO \\(''?(\\d+)''?\\)')::bigint) as upper
    from pg_inherits i
    join pg_class p on p.oid = i.inhrelid
    join pg_class t on t.oid = i.inhparent
    join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'sellerkit'
    where t.relkind = 'p'
    group by i.inhparent
  ) newest`

const withoutPartitionText = partitionedTables
  .map((table) => `select '${table}' as name where exists (select from sellerkit.${table}_default)`)
  .join(" union all ")

const namesOf = (rows: ReadonlyArray<{ readonly name: string }>) => rows.map(({ name }) => name)

/** Notifies on one connection, and listens on another. */
const checkNotify = Effect.gen(function* () {
  const client = yield* PgClient.PgClient
  const heard = yield* client.listen(channel)
  yield* client.notify(channel, "")
  return Option.isSome(yield* Effect.timeoutOption(Queue.take(heard), patience))
}).pipe(
  Effect.scoped,
  Effect.orElseSucceed(() => false)
)

/** Inspects a database that answers. Questions that need the schema are asked only where the schema exists and may be read. */
const orStorageError = (operation: string) =>
  Effect.mapError(
    (cause: SqlError.SqlError) => new StorageError({ operation, retryable: false, cause: explained(cause) })
  )

export const inspect: Effect.Effect<Inspection, StorageError, PgClient.PgClient> = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const server = yield* Effect.provideService(readServer, SqlClient.SqlClient, sql)
  const [facts] = yield* sql.unsafe<Facts>(factsText)
  const notWritable = namesOf(yield* sql.unsafe<{ readonly name: string }>(notWritableText))
  const notUsable = namesOf(yield* sql.unsafe<{ readonly name: string }>(notUsableText))
  const isUsable = server.schema > 0 && notWritable.length === 0
  const [partitions] = yield* sql.unsafe<{ readonly until: number | null }>(partitionsText)
  return {
    server,
    user: facts!.user_name,
    mayMigrate: facts!.may_migrate,
    notWritable,
    notUsable,
    now: facts!.now,
    partitionsUntil: partitions!.until ?? undefined,
    withoutPartition: isUsable ? namesOf(yield* sql.unsafe<{ readonly name: string }>(withoutPartitionText)) : [],
    autovacuum: facts!.autovacuum,
    maxConnections: facts!.max_connections,
    reservedConnections: facts!.reserved_connections,
    connections: facts!.connections,
    notifies: yield* checkNotify
  }
}).pipe(orStorageError("inspect"))

// our choice: of one statement.
const secretsAtOnce = 1000

/** The sealed secrets of all webhooks that have not been deleted. For the newest schema. */
export const storedSecrets: Effect.Effect<ReadonlyArray<StoredSecret>, StorageError, PgClient.PgClient> = Effect.gen(
  function* () {
    const sql = yield* PgClient.PgClient
    const stored: Array<StoredSecret> = []
    for (;;) {
      const after = stored.at(-1)?.key.id ?? beforeAll
      const some = yield* sql.unsafe<SecretRow>(secretsText, [after, secretsAtOnce])
      stored.push(...some.map(toStoredSecret))
      if (some.length < secretsAtOnce) return stored
    }
  }
).pipe(orStorageError("read secrets"))
