/**
 * The topics of events: their receivers are looked up once for all events of a statement that share a topic. The function
 * `sellerkit.append` calls a topic an audience.
 */
import { type Account, accountKey } from "@sellerkit/core"
import type { ArrivingEvent } from "./ArrivalBatches.ts"

/** An event type of one account: what webhooks subscribe to. */
interface Topic {
  readonly account: Account
  readonly scope: string
  readonly type: string
}

export interface Topics {
  readonly all: ReadonlyArray<Topic>
  /** The topic of each event, counted from 1. */
  readonly ofEvents: ReadonlyArray<number>
}

export const toTopics = (arriving: ReadonlyArray<ArrivingEvent>): Topics => {
  const all: Array<Topic> = []
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

/** A value for each topic, taken from the values of the accounts. */
export const toEachTopic = <A>(
  { all }: Topics,
  accounts: ReadonlyArray<Account>,
  values: ReadonlyArray<A>
): ReadonlyArray<A> => {
  const byAccount = new Map(accounts.map((account, index) => [accountKey(account), values[index]!]))
  return all.map(({ account }) => byAccount.get(accountKey(account))!)
}
