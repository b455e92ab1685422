/** Orders, and the event of each, which exists exactly when the order does. */
import type { CatalogEvent } from "@sellerkit/embed"
import type { Pool } from "pg"
import type { catalog } from "./catalog.ts"

export interface NewOrder {
  readonly sellerId: string
  readonly product: string
  readonly quantity: number
}

/** The compiler knows what the event carries; the function in the database takes its payload as JSON. */
const placed = (orderId: number, { product, quantity }: NewOrder): CatalogEvent<typeof catalog.scopes> => ({
  scope: "orders",
  type: "order_placed",
  payload: { orderId, product, quantity },
  idempotencyKey: `order-${orderId}`
})

/** The shop's own transaction, over its own connection. When the stock is too small nothing of it has happened. */
export const placeOrder = async (pool: Pool, order: NewOrder): Promise<number | undefined> => {
  const { product, quantity, sellerId } = order
  const client = await pool.connect()
  try {
    await client.query("begin")
    const inserted = await client.query<{ id: number }>(
      "insert into shop.orders (seller_id, product, quantity) values ($1, $2, $3) returning id",
      [sellerId, product, quantity]
    )
    const { id } = inserted.rows[0]!
    const { idempotencyKey, payload, scope, type } = placed(id, order)
    await client.query("select sellerkit.publish($1, $2, $3, $4, $5)", [
      sellerId,
      scope,
      type,
      JSON.stringify(payload),
      idempotencyKey
    ])
    const taken = await client.query(
      "update shop.products set stock = stock - $3 where seller_id = $1 and name = $2 and stock >= $3",
      [sellerId, product, quantity]
    )
    await client.query(taken.rowCount === 1 ? "commit" : "rollback")
    return taken.rowCount === 1 ? id : undefined
  } catch (error) {
    await client.query("rollback")
    throw error
  } finally {
    client.release()
  }
}
