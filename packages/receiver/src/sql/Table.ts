/** The table of processed events, and the statements over it. They run on PostgreSQL and on SQLite, 3.35 or newer. */
import type { EventKey } from "../ProcessedEvents.ts"

/** Runs a statement with its parameters in order, as any client can. Gives the rows as objects. */
export type RunStatement = (
  statement: string,
  parameters: Array<string | number>
) => Promise<ReadonlyArray<object>> | ReadonlyArray<object>

export interface TableOptions {
  readonly dialect: Dialect
  /** With its schema, if it is in one. */
  readonly table?: string
}

export type Dialect = keyof typeof dialects

interface DialectRules {
  /** The placeholder of a parameter, counted from 1. */
  readonly placeholder: (position: number) => string
  /** Milliseconds since 1970 by the clock of the database, which is the same for all processes. */
  readonly now: string
}

const dialects = {
  postgres: {
    placeholder: (position) => `$${position}`,
    now: "(extract(epoch from clock_timestamp()) * 1000)::bigint"
  },
  sqlite: {
    placeholder: () => "?",
    now: "cast((julianday('now') - 2440587.5) * 86400000 as integer)"
  }
} satisfies Readonly<Record<string, DialectRules>>

const identifier = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)?$/

export interface Table {
  /** Makes the table, unless it exists. */
  readonly create: (run: RunStatement) => Promise<void>
  /** Takes the event for `milliseconds`, unless it was processed, or another process has it. */
  readonly claim: (
    run: RunStatement,
    event: EventKey,
    lease: string,
    milliseconds: number
  ) => Promise<"claimed" | "processed" | "busy">
  /** Keeps the event for longer, unless another process has taken it meanwhile. */
  readonly renew: (run: RunStatement, event: EventKey, lease: string, milliseconds: number) => Promise<void>
  /** Marks it as processed, even if another process has it by now. */
  readonly finish: (run: RunStatement, event: EventKey) => Promise<void>
  /** Leaves the event as if it had never been claimed. */
  readonly abandon: (run: RunStatement, event: EventKey, lease: string) => Promise<void>
  /** Forgets what was processed longer ago than that. */
  readonly forget: (run: RunStatement, milliseconds: number) => Promise<void>
}

/** `?` in a statement stands for its parameters, in order. */
const statementsOf = (table: string, now: string) => ({
  create: `create table if not exists ${table} (
  seller_id text not null,
  idempotency_key text not null,
  lease text,
  leased_until bigint,
  processed_at bigint,
  primary key (seller_id, idempotency_key)
)`,
  claim: `insert into ${table} as received (seller_id, idempotency_key, lease, leased_until) values (?, ?, ?, ${now} + ?)
on conflict (seller_id, idempotency_key) do update set lease = excluded.lease, leased_until = excluded.leased_until
where received.processed_at is null and received.leased_until <= ${now}
returning lease`,
  look: `select idempotency_key from ${table} where seller_id = ? and idempotency_key = ? and processed_at is not null`,
  renew: `update ${table} set leased_until = ${now} + ? where seller_id = ? and idempotency_key = ? and lease = ?`,
  finish: `insert into ${table} (seller_id, idempotency_key, processed_at) values (?, ?, ${now})
on conflict (seller_id, idempotency_key) do update set lease = null, processed_at = excluded.processed_at`,
  abandon: `delete from ${table} where seller_id = ? and idempotency_key = ? and lease = ?`,
  forget: `delete from ${table} where processed_at < ${now} - ?`
})

export const makeTable = ({ dialect, table = "received_events" }: TableOptions): Table => {
  const rules: DialectRules | undefined = dialects[dialect]
  if (rules === undefined)
    throw new Error(`There is no dialect ${dialect}; there are ${Object.keys(dialects).join(", ")}`)
  if (!identifier.test(table)) throw new Error(`The table cannot be called ${table}: use letters, digits and _`)

  const numbered = (statement: string): string => {
    let position = 0
    return statement.replaceAll("?", () => rules.placeholder(++position))
  }
  const templates = statementsOf(table, rules.now)
  const statement = (name: keyof typeof templates) => {
    const text = numbered(templates[name])
    return async (run: RunStatement, ...parameters: Array<string | number>) => run(text, parameters)
  }
  const [create, claim, look] = [statement("create"), statement("claim"), statement("look")]
  const [renew, finish] = [statement("renew"), statement("finish")]
  const [abandon, forget] = [statement("abandon"), statement("forget")]

  return {
    create: async (run) => void (await create(run)),
    claim: async (run, { idempotencyKey, sellerId }, lease, milliseconds) => {
      if ((await claim(run, sellerId, idempotencyKey, lease, milliseconds)).length > 0) return "claimed"
      return (await look(run, sellerId, idempotencyKey)).length > 0 ? "processed" : "busy"
    },
    renew: async (run, { idempotencyKey, sellerId }, lease, milliseconds) =>
      void (await renew(run, milliseconds, sellerId, idempotencyKey, lease)),
    finish: async (run, { idempotencyKey, sellerId }) => void (await finish(run, sellerId, idempotencyKey)),
    abandon: async (run, { idempotencyKey, sellerId }, lease) =>
      void (await abandon(run, sellerId, idempotencyKey, lease)),
    forget: async (run, milliseconds) => void (await forget(run, milliseconds))
  }
}
