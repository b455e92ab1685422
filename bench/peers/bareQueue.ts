/**
 * The least that PostgreSQL and undici take for this: three tables with one index each, one statement for many jobs that are
 * accepted and one for many that are done, and requests from memory. It has no order, no signatures, no retries, nobody else who
 * could take over what it left, and nothing to look at afterwards; what the others take more is for what they do more.
 */
import { Pool } from "pg"
import type { Job, JobQueue, JobQueueOptions } from "./JobQueue.ts"

interface Row extends Job {
  readonly due: number
  readonly number: number
}

interface Waiting<Item> {
  readonly items: ReadonlyArray<Item>
  readonly written: PromiseWithResolvers<void>
}

const mostPerWrite = 1000
const mostWritesAtOnce = 2
// As many as made it fastest, of 64, 128 and 512.
const mostRequestsAtOnce = 128

const tables = `
  create table event (number bigint primary key, body text not null);
  create table pending (due bigint not null, number bigint not null, path text not null, primary key (due, number))
    with (fillfactor = 50);
  create table attempt (number bigint not null, path text not null, at timestamptz not null default now(), status integer,
    primary key (number));
`

const accept = `
  with row as (select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) as r (due, number, path, body)),
    new_event as (insert into event (number, body) select number, body from row)
  insert into pending (due, number, path) select due, number, path from row`

const settle = `
  with row as (select * from unnest($1::bigint[], $2::bigint[], $3::text[]) as r (due, number, path)),
    gone as (delete from pending p using row where p.due = row.due and p.number = row.number)
  insert into attempt (number, path, status) select number, path, 200 from row`

/** Writes what comes while other writes are under way together. */
class TogetherWriter<Item> {
  private readonly write: (items: ReadonlyArray<Item>) => Promise<unknown>
  private waiting: Array<Waiting<Item>> = []
  private underWay = 0

  constructor(write: (items: ReadonlyArray<Item>) => Promise<unknown>) {
    this.write = write
  }

  add(items: ReadonlyArray<Item>): Promise<void> {
    const written = Promise.withResolvers<void>()
    this.waiting.push({ items, written })
    void this.next()
    return written.promise
  }

  private take(): ReadonlyArray<Waiting<Item>> {
    let count = 0
    const end = this.waiting.findIndex(({ items }) => (count += items.length) > mostPerWrite)
    return this.waiting.splice(0, end < 0 ? this.waiting.length : Math.max(1, end))
  }

  private async next(): Promise<void> {
    if (this.underWay === mostWritesAtOnce || this.waiting.length === 0) return
    const taken = this.take()
    this.underWay++
    try {
      await this.write(taken.flatMap(({ items }) => items))
      for (const { written } of taken) written.resolve()
    } catch (error) {
      for (const { written } of taken) written.reject(error)
    }
    this.underWay--
    void this.next()
  }
}

const columnOf = <Name extends keyof Row>(rows: ReadonlyArray<Row>, name: Name) => rows.map((row) => row[name])

export const openBareQueue = async ({ send, url }: JobQueueOptions): Promise<JobQueue> => {
  const pool = new Pool({ connectionString: url, max: 2 * mostWritesAtOnce })
  await pool.query(tables)
  const run = (name: string, text: string, rows: ReadonlyArray<Row>, columns: ReadonlyArray<keyof Row>) =>
    pool.query({ name, text, values: columns.map((column) => columnOf(rows, column)) })

  const accepting = new TogetherWriter<Row>((rows) => run("accept", accept, rows, ["due", "number", "path", "body"]))
  const settling = new TogetherWriter<Row>((rows) => run("settle", settle, rows, ["due", "number", "path"]))

  let accepted = 0
  let underWay = 0
  let toSend: Array<Row> = []
  let nextToSend = 0

  const sendOne = async (row: Row): Promise<void> => {
    underWay++
    await send(row)
    underWay--
    sendNext()
    await settling.add([row])
  }

  const sendNext = (): void => {
    const rows = toSend.slice(nextToSend, nextToSend + mostRequestsAtOnce - underWay)
    nextToSend += rows.length
    if (nextToSend === toSend.length) {
      toSend = []
      nextToSend = 0
    }
    for (const row of rows) void sendOne(row)
  }

  return {
    add: async (jobs) => {
      const due = Date.now()
      const rows = jobs.map((job): Row => ({ ...job, due, number: accepted++ }))
      await accepting.add(rows)
      toSend.push(...rows)
      sendNext()
    },
    left: async () => {
      const { rows } = await pool.query<{ count: number }>("select count(*)::integer as count from pending")
      return rows[0]!.count
    },
    close: () => pool.end()
  }
}
