/** The shop's own tables, and something to sell. Webhooks and events are in a schema of their own beside it. */
import type { Pool } from "pg"

const sellerId = "0b2f0e6a-6a2c-4f0e-9a53-0c2f3b8f5d11"

export const prepareTables = async (pool: Pool): Promise<void> => {
  await pool.query(`
    create schema if not exists shop;
    create table if not exists shop.sessions (id text primary key, seller_id uuid not null);
    create table if not exists shop.products (seller_id uuid, name text, stock integer, primary key (seller_id, name));
    create table if not exists shop.orders (
      id integer generated always as identity primary key,
      seller_id uuid not null,
      product text not null,
      quantity integer not null
    );
  `)
  await pool.query("insert into shop.sessions values ('demo', $1) on conflict do nothing", [sellerId])
  await pool.query("insert into shop.products values ($1, 'shirt-blue-42', 10) on conflict do nothing", [sellerId])
}

/** Whose session it is. */
export const sellerOf = async (pool: Pool, session: string | undefined): Promise<string | undefined> => {
  const { rows } = await pool.query<{ seller_id: string }>("select seller_id from shop.sessions where id = $1", [
    session
  ])
  return rows[0]?.seller_id
}
