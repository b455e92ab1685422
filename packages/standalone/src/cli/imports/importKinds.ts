/** What can be imported: how many rows of each kind are sent at once, and how, as data. */
import type { Account } from "@sellerkit/core"
import type { Connection } from "../connection/connection.ts"
import { send } from "../connection/OperatorClient.ts"
import type { Row } from "./Row.ts"
import { sendEach } from "./sendEach.ts"
import { sendLines } from "./sendLines.ts"
import { sendTogether } from "./sendTogether.ts"

const pathTo = ({ sandbox, sellerId }: Account, path: string) => `/sellers/${sellerId}/${path}?sandbox=${sandbox}`

/** All in one body, as its field. */
const together =
  (path: string, field: string) => (connection: Connection, account: Account, rows: ReadonlyArray<Row>) =>
    sendTogether((body) => send(connection, "PUT", pathTo(account, path), body), field, rows)

/** Each in a call whose path ends in its field `key`. */
const each = (path: string, key: string) => (connection: Connection, account: Account, rows: ReadonlyArray<Row>) =>
  sendEach((name, body) => send(connection, "PUT", pathTo(account, `${path}/${name}`), body), key, rows)

/** One a line. */
const asLines = (path: string) => (connection: Connection, account: Account, rows: ReadonlyArray<Row>) =>
  sendLines((lines) => send(connection, "POST", pathTo(account, path), lines, "application/x-ndjson"), rows)

export const importKinds = {
  /** As many as one call takes (put, OperatorProductsApi). */
  products: { most: 1000, send: together("products", "products") },
  // our choice: progress is shown every hundred calls.
  campaigns: { most: 100, send: each("campaigns", "advertId") },
  // our choice: as many as of products.
  statistics: { most: 1000, send: asLines("campaign-statistics") },
  "media-campaigns": { most: 100, send: each("media-campaigns", "advertId") },
  "media-statistics": { most: 1000, send: asLines("media-statistics") }
} as const

export type ImportKind = keyof typeof importKinds
