/** Who events are for: they are looked up once for all events that a statement has for the same ones. */
import { type Account, accountKey } from "@sellerkit/core"
import type { Arriving } from "./Arrived.ts"

/** All that an account has subscribed to a type. */
interface Audience {
  readonly account: Account
  readonly scope: string
  readonly type: string
}

export interface Audiences {
  readonly all: ReadonlyArray<Audience>
  /** Which of them each event is for, from 1. */
  readonly ofEvents: ReadonlyArray<number>
}

export const toAudiences = (arriving: ReadonlyArray<Arriving>): Audiences => {
  const all: Array<Audience> = []
  const places = new Map<string, number>()
  const ofEvents = arriving.map(({ account, event: { scope, type } }) => {
    const key = JSON.stringify([accountKey(account), scope, type])
    let place = places.get(key)
    if (place === undefined) {
      place = all.push({ account, scope, type })
      places.set(key, place)
    }
    return place
  })
  return { all, ofEvents }
}

/** The accounts of audiences, each once. */
export const accountsOf = ({ all }: Audiences): ReadonlyArray<Account> => [
  ...new Map(all.map(({ account }) => [accountKey(account), account])).values()
]

/** What there is of each account, for each audience. */
export const toEachAudience = <A>(
  { all }: Audiences,
  accounts: ReadonlyArray<Account>,
  values: ReadonlyArray<A>
): ReadonlyArray<A> => {
  const byAccount = new Map(accounts.map((account, index) => [accountKey(account), values[index]!]))
  return all.map(({ account }) => byAccount.get(accountKey(account))!)
}
