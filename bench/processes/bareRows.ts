/** What a bare handler can do at most: streams the stored rows of a seller, by the database's driver alone. */
import { PgClient } from "@effect/sql-pg"
import { ManagedRuntime, Redacted, Stream } from "effect"
import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { DatabaseSync } from "node:sqlite"
import { fileOf } from "../databases/reportDatabases.ts"
import { reportOrder } from "../databases/reportRows.ts"
import { serveCommands, startOptions } from "../harness/childProcess.ts"
import { usage } from "../machine/usage.ts"

export interface BareRowsOptions {
  /** As `SELLERKIT_DATABASE` names it. */
  readonly database: string
  readonly limit: number
}

const { database, limit } = startOptions<BareRowsOptions>()
const { collection, column } = reportOrder

/** Of a seller, whose webhook is given, in parts. */
type Contents = (sellerId: string, webhook: string) => AsyncIterable<ReadonlyArray<string>>

const rowsAtOnce = 1000

const onSqlite = (): Contents => {
  const opened = new DatabaseSync(fileOf(database), { readOnly: true })
  const text = `select content from record
    where account = (select o.account from webhook w join owner o on o.owner = w.owner where w.id = ?)
      and collection = ? and ${column} is not null order by ${column} limit ?`
  return async function* (_, webhook) {
    let part: Array<string> = []
    // Each answer has a statement of its own: it is in the middle of its rows.
    for (const { content } of opened.prepare(text).iterate(webhook, collection, limit)) {
      part.push(String(content))
      if (part.length < rowsAtOnce) continue
      yield part
      part = []
    }
    yield part
  }
}

const onPostgres = async (): Promise<Contents> => {
  const runtime = ManagedRuntime.make(PgClient.layer({ url: Redacted.make(database) }))
  const sql = await runtime.runPromise(PgClient.PgClient)
  const text = `select content from sellerkit.record
    where seller_id = $1::uuid and not sandbox and collection = $2 and ${column} is not null order by ${column} limit $3`
  return (sellerId) =>
    sql.unsafe<{ readonly content: string }>(text, [sellerId, collection, limit]).stream.pipe(
      Stream.mapArray((rows) => [rows.map(({ content }) => content)] as const),
      Stream.toAsyncIterable
    )
}

const contents = database.startsWith("sqlite:") ? onSqlite() : await onPostgres()

// As many as the service sends at once.
const chunkLength = 32 * 1024

const answer = async (sellerId: string, webhook: string, response: ServerResponse): Promise<void> => {
  response.writeHead(200, { "content-type": "application/json" })
  let text = "["
  let separator = ""
  for await (const part of contents(sellerId, webhook)) {
    for (const content of part) {
      text += separator + content.slice(content.indexOf("{"))
      separator = ","
      if (text.length < chunkLength) continue
      const isTaken = response.write(text)
      text = ""
      if (!isTaken) await once(response, "drain")
    }
  }
  response.end(`${text}]`)
}

const server = createServer((request, response) => {
  const [sellerId, webhook] = request.headers.authorization!.split(" ")
  answer(sellerId!, webhook!, response).catch((error) => response.destroy(error))
})

const commands = {
  /** Gives the port. The token of a request is a seller's id, and that of its webhook. */
  listen: async (): Promise<number> => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    return (server.address() as AddressInfo).port
  },
  usage
}
export type BareRows = typeof commands

serveCommands(commands, () => server.closeAllConnections())
