/** What can be imported: how many rows of each kind are sent at once, and how, as data. */
import type { Account } from "@sellerkit/core"
import type { Connection } from "../connection/connection.ts"
import { send } from "../connection/OperatorClient.ts"
import type { Row } from "./Row.ts"
import { sendTogether } from "./sendTogether.ts"

/** Where rows go, and in which field of the body they are. */
const together =
  (path: string, field: string) =>
  (connection: Connection, { sandbox, sellerId }: Account, rows: ReadonlyArray<Row>) =>
    sendTogether(
      (body) => send(connection, "PUT", `/sellers/${sellerId}/${path}?sandbox=${sandbox}`, body),
      field,
      rows
    )

export const importKinds = {
  /** As many as one call takes (put, OperatorProductsApi). */
  products: { most: 1000, send: together("products", "products") }
} as const

export type ImportKind = keyof typeof importKinds
