/** Accounts and owners as the small integers that rows refer to. */
import type { Account, Owner, SellerId, ServiceId } from "@sellerkit/core"
import { boundLimit, row, rows, type SqliteHost, type SqlValue } from "../connection/SqliteHost.ts"

const boolean = (value: boolean): number => (value ? 1 : 0)

/** Undefined when the account has nothing yet. */
export const findAccount = (host: SqliteHost, { sandbox, sellerId }: Account): number | undefined =>
  row<{ account: number }>(
    host,
    "select account from account where seller_id = ? and sandbox = ?",
    sellerId,
    boolean(sandbox)
  )?.account

export const ensureAccount = (host: SqliteHost, account: Account): number =>
  findAccount(host, account) ??
  row<{ account: number }>(
    host,
    "insert into account (seller_id, sandbox) values (?, ?) returning account",
    account.sellerId,
    boolean(account.sandbox)
  )!.account

/** The columns of an account that say whose it is. */
export interface AccountColumns {
  readonly seller_id: string
  readonly sandbox: number
}

export const toAccount = ({ sandbox, seller_id }: AccountColumns): Account => ({
  sellerId: seller_id as SellerId,
  sandbox: sandbox === 1
})

/** In the order of sellers' ids, a live account first: those after `after`, at most `most`. */
export const accountsAfter = (host: SqliteHost, after: Account | undefined, most: number): ReadonlyArray<Account> =>
  rows<AccountColumns>(
    host,
    `select seller_id, sandbox from account where (seller_id, sandbox) > (?, ?) order by seller_id, sandbox ${boundLimit}`,
    after?.sellerId ?? "",
    boolean(after?.sandbox ?? false),
    most
  ).map(toAccount)

/** The columns of `account` joined to `owner` that say who an owner is. */
export interface OwnerColumns extends AccountColumns {
  readonly service_id: string
}

export const toOwner = ({ service_id, ...account }: OwnerColumns): Owner => ({
  ...toAccount(account),
  serviceId: service_id === "" ? null : (service_id as ServiceId)
})

/** An owner, with the account it belongs to. */
export interface OwnerRow {
  readonly owner: number
  readonly account: number
  readonly service_disabled: number
}

/** Selects an owner's one row of `account` joined to `owner`, so that one statement finds what it owns. */
export const isOwner = "seller_id = ? and sandbox = ? and service_id = ?"

/** For the placeholders of `isOwner`. */
export const ownerValues = ({ sandbox, sellerId, serviceId }: Owner): ReadonlyArray<SqlValue> => [
  sellerId,
  boolean(sandbox),
  serviceId ?? ""
]

export const findOwner = (host: SqliteHost, owner: Owner): OwnerRow | undefined =>
  row<OwnerRow>(
    host,
    `select owner, account, service_disabled from account join owner using (account) where ${isOwner}`,
    ...ownerValues(owner)
  )

export const ensureOwner = (host: SqliteHost, owner: Owner): OwnerRow =>
  findOwner(host, owner) ??
  row<OwnerRow>(
    host,
    "insert into owner (account, service_id) values (?, ?) returning owner, account, service_disabled",
    ensureAccount(host, owner),
    owner.serviceId ?? ""
  )!

/** All owners of an account. */
export const ownersOf = (host: SqliteHost, account: Account): ReadonlyArray<number> =>
  rows<{ owner: number }>(
    host,
    "select owner from owner where account = ? order by owner",
    findAccount(host, account) ?? 0
  ).map(({ owner }) => owner)
