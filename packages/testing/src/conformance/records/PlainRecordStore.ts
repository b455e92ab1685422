/** The plainest `RecordStore`: it goes through everything, and nothing is fast. It has no events. */
import {
  type Account,
  accountKey,
  type Found,
  type FoundPart,
  KeyOrder,
  type RecordStore,
  type StoredLookup,
  type StoredPart,
  type StoredRange,
  type StoredRecord
} from "@sellerkit/core"
import { Array as List, Effect, Option, Order, Result } from "effect"

interface Kept {
  readonly account: Account
  readonly record: StoredRecord
}

const idOf = (account: Account, { collection, key }: Pick<StoredRecord, "collection" | "key">) =>
  `${accountKey(account)} ${collection} ${key}`

/** The records that an order has, each with its place. */
const placed = (kept: ReadonlyArray<StoredRecord>, index: number | undefined) =>
  kept.flatMap((record) => {
    const place = index === undefined ? record.key : record.places[index]
    return place === undefined ? [] : { place, record }
  })

const PlaceOrder = Order.mapInput(KeyOrder, ({ place }: { readonly place: string }) => place)

const isIn =
  ({ below, from }: StoredRange) =>
  ({ place }: { readonly place: string }) =>
    (from === undefined || KeyOrder(place, from) >= 0) && (below === undefined || KeyOrder(place, below) < 0)

const AccountOrder = Order.combine(
  Order.mapInput(Order.String, ({ sellerId }: Account) => sellerId),
  Order.mapInput(Order.Boolean, ({ sandbox }: Account) => sandbox)
)

const partIn = (kept: ReadonlyArray<StoredRecord>, part: StoredPart): FoundPart => {
  const ofCollection = kept.filter(({ collection }) => collection === part.collection)
  const found = placed(ofCollection, part.index).filter(isIn(part)).toSorted(PlaceOrder)
  const given = found.slice(0, part.limit)
  return {
    texts: given.map(({ record }) => record.content),
    places: part.places ? given.map(({ place }) => place) : [],
    next: found[part.limit]?.place
  }
}

const findIn = (kept: ReadonlyArray<StoredRecord>, lookup: StoredLookup): Found => {
  const shown = (found: ReturnType<typeof placed>, contents = true) =>
    found.map(({ place, record: { content } }) => ({ place, content: contents ? content : "" }))
  const ofCollection = kept.filter(({ collection }) => collection === lookup.collection)
  if (lookup.kind === "keys") {
    return {
      records: shown(placed(ofCollection, undefined).filter(({ place }) => lookup.keys.includes(place))),
      count: 0
    }
  }
  const found = placed(ofCollection, lookup.index).filter(isIn(lookup))
  if (lookup.kind === "count") return { records: [], count: found.length }
  const { contents, descending, limit, offset } = lookup
  const ordered = found.toSorted(descending ? Order.flip(PlaceOrder) : PlaceOrder)
  return { records: shown(ordered.slice(offset, offset + limit), contents), count: 0 }
}

const timed = (kept: ReadonlyArray<Kept>, collection: string, time: "dueAt" | "since") =>
  kept
    .flatMap(({ account, record }) => {
      const at = record.collection === collection ? record[time] : undefined
      return at === undefined ? [] : { account, record, at }
    })
    .toSorted((one, other) => one.at - other.at)

export const makePlainRecordStore = (): RecordStore["Service"] => {
  const kept = new Map<string, Kept>()
  const written = new Map<string, Account>()
  const all = () => [...kept.values()]
  const ownOf = (account: Account) =>
    all()
      .filter((one) => accountKey(one.account) === accountKey(account))
      .map(({ record }) => record)
  const findAll = (account: Account, lookups: ReadonlyArray<StoredLookup>) => {
    const own = ownOf(account)
    return lookups.map((lookup) => findIn(own, lookup))
  }
  return {
    find: (account, lookups) => Effect.sync(() => findAll(account, lookups)),
    parts: (account, parts) =>
      Effect.sync(() => {
        const own = ownOf(account)
        return parts.map((part) => partIn(own, part))
      }),
    transact: (account, lookups, decide) =>
      Effect.suspend(() =>
        Effect.fromResult(
          Result.map(decide(findAll(account, lookups)), ({ answer, changes: { puts, removes } }) => {
            for (const record of puts) {
              kept.set(idOf(account, record), { account, record })
              written.set(accountKey(account), account)
            }
            for (const removed of removes) kept.delete(idOf(account, removed))
            return answer
          })
        )
      ),
    accounts: (after, most) =>
      Effect.sync(() =>
        [...written.values()]
          .filter((account) => after === undefined || AccountOrder(account, after) > 0)
          .toSorted(AccountOrder)
          .slice(0, most)
      ),
    due: (collection, now, most) =>
      Effect.sync(() => {
        const found = timed(all(), collection, "dueAt").filter(({ at }) => at <= now)
        const turns = Object.values(List.groupBy(found, ({ account }) => accountKey(account))).flatMap((own) =>
          own.map((one, turn) => ({ ...one, turn }))
        )
        return turns
          .toSorted((one, other) => one.turn - other.turn || one.at - other.at)
          .slice(0, most)
          .map(({ account, record: { content } }) => ({ account, content }))
      }),
    nextDue: (collections) =>
      Effect.sync(() => {
        const times = collections.flatMap((collection) => timed(all(), collection, "dueAt").map(({ at }) => at))
        return times.length === 0 ? Option.none() : Option.some(Math.min(...times))
      }),
    removeOld: (collection, before, most) =>
      Effect.sync(() => {
        const old = timed(all(), collection, "since")
          .filter(({ at }) => at < before)
          .slice(0, most)
        for (const { account, record } of old) kept.delete(idOf(account, record))
        return old.length
      })
  }
}
