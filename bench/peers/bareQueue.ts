/**
 * The least that PostgreSQL and undici take for this: what is accepted together is one row, a block, and so is what is done together, a
 * record; requests are made from memory. It has no order, no signatures, no retries, nobody else who could take over what it left,
 * and nothing to look at afterwards; what the others take more is for what they do more.
 */
import { Pool } from "pg"
import type { Job, JobQueue, JobQueueOptions } from "./JobQueue.ts"

/** A job as it is sent, and where it is: in which block, and which of it. */
interface Sending extends Job {
  readonly block: string
  readonly place: number
}

/** `written`: with the number of the row, and the place of the first of the items in it. */
interface Waiting<Item> {
  readonly items: ReadonlyArray<Item>
  readonly written: PromiseWithResolvers<{ readonly number: string; readonly first: number }>
}

const mostPerWrite = 1000
const mostWritesAtOnce = 2
// As many as made it fastest, of 64, 128 and 512.
const mostRequestsAtOnce = 128

const tables = `
  create table block (number bigserial primary key, jobs integer not null, paths text[] not null, ends integer[] not null,
    bodies bytea not null);
  create table record (number bigserial primary key, jobs integer not null, blocks bigint[] not null, places integer[] not null,
    at timestamptz not null default now());
  alter table block alter paths set storage external, alter ends set storage external, alter bodies set storage external;
  alter table record alter blocks set storage external, alter places set storage external;
`

const accept = "insert into block (jobs, paths, ends, bodies) values ($1, $2, $3, $4) returning number"
const settle = "insert into record (jobs, blocks, places) values ($1, $2, $3) returning number"
const leftText = `select (select coalesce(sum(jobs), 0) from block)::integer - (select coalesce(sum(jobs), 0) from record)::integer as count`

/** Writes what comes while other writes are under way together. */
class TogetherWriter<Item> {
  /** Gives the number of the row. */
  private readonly write: (items: ReadonlyArray<Item>) => Promise<string>
  private waiting: Array<Waiting<Item>> = []
  private underWay = 0

  constructor(write: (items: ReadonlyArray<Item>) => Promise<string>) {
    this.write = write
  }

  add(items: ReadonlyArray<Item>): Waiting<Item>["written"]["promise"] {
    const written: Waiting<Item>["written"] = Promise.withResolvers()
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
      const number = await this.write(taken.flatMap(({ items }) => items))
      let first = 0
      for (const { items, written } of taken) {
        written.resolve({ number, first })
        first += items.length
      }
    } catch (error) {
      for (const { written } of taken) written.reject(error)
    }
    this.underWay--
    void this.next()
  }
}

/** Where each of some texts ends in all of their bytes. */
const endsOf = (parts: ReadonlyArray<Buffer>): ReadonlyArray<number> => {
  let end = 0
  return parts.map(({ length }) => (end += length))
}

export const openBareQueue = async ({ send, url }: JobQueueOptions): Promise<JobQueue> => {
  const pool = new Pool({ connectionString: url, max: 2 * mostWritesAtOnce })
  await pool.query(tables)
  const insert = async (name: string, text: string, values: ReadonlyArray<unknown>): Promise<string> => {
    const { rows } = await pool.query<{ number: string }>({ name, text, values: [...values] })
    return rows[0]!.number
  }

  const accepting = new TogetherWriter<Job>((jobs) => {
    const bodies = jobs.map(({ body }) => Buffer.from(body))
    return insert("accept", accept, [jobs.length, jobs.map(({ path }) => path), endsOf(bodies), Buffer.concat(bodies)])
  })
  const settling = new TogetherWriter<Sending>((done) =>
    insert("settle", settle, [done.length, done.map(({ block }) => block), done.map(({ place }) => place)])
  )

  let underWay = 0
  let toSend: Array<Sending> = []
  let nextToSend = 0

  const sendOne = async (job: Sending): Promise<void> => {
    underWay++
    await send(job)
    underWay--
    sendNext()
    await settling.add([job])
  }

  const sendNext = (): void => {
    const jobs = toSend.slice(nextToSend, nextToSend + mostRequestsAtOnce - underWay)
    nextToSend += jobs.length
    if (nextToSend === toSend.length) {
      toSend = []
      nextToSend = 0
    }
    for (const job of jobs) void sendOne(job)
  }

  return {
    add: async (jobs) => {
      const { first, number: block } = await accepting.add(jobs)
      toSend.push(...jobs.map((job, index): Sending => ({ ...job, block, place: first + index })))
      sendNext()
    },
    left: async () => {
      const { rows } = await pool.query<{ count: number }>(leftText)
      return rows[0]!.count
    },
    close: () => pool.end()
  }
}
