/** What the compiler says of a receiver's handlers: each line that it has to refuse is marked, and none other. */
import {
  createReceiver,
  eventTypesOf,
  type KnownEvents,
  memoryStore,
  payloadOf,
  type ProcessedEvents,
  type ReceiverOptions
} from "@sellerkit/receiver"
import { publishedCatalog } from "@sellerkit/core"
import { eventScope, eventType } from "@sellerkit/embed"
import { Schema } from "effect"

const usual = { secrets: "a secret that both sides know", store: memoryStore() }

type Equal<Left, Right> = (<A>() => A extends Left ? 1 : 2) extends <A>() => A extends Right ? 1 : 2 ? true : false
const isTrue = <_Condition extends true>(): void => undefined

// Nothing but the published events.
export const published = () =>
  createReceiver({
    ...usual,
    on: {
      "content/card_changed": ({ payload, scope, type }) => {
        isTrue<Equal<typeof payload.nmID, number>>()
        isTrue<Equal<typeof payload.title, string | undefined>>()
        isTrue<Equal<`${typeof scope}/${typeof type}`, "content/card_changed">>()
        // @ts-expect-error -- there is no such field
        void payload.nmId
      },
      // @ts-expect-error -- misspelt
      "content/card_chnged": () => undefined
    }
  })

export const misspeltWithPayload = () =>
  createReceiver({
    ...usual,
    on: {
      // @ts-expect-error -- misspelt, with a handler that says what it takes
      "contnt/card_changed": ({ payload }: { readonly payload: unknown }) => void payload
    }
  })

export const wrongPayload = () =>
  createReceiver({
    ...usual,
    on: {
      // @ts-expect-error -- its payload has no such field
      "content/card_changed": ({ payload }: { payload: { readonly reportId: string } }) => void payload.reportId
    }
  })

export const onlyMisspelt = () =>
  createReceiver({
    ...usual,
    on: {
      // @ts-expect-error -- misspelt, and nothing else there
      card_changed: () => undefined
    }
  })

// Declared beside them.
export const declared = () =>
  createReceiver({
    ...usual,
    types: { "stocks/low": payloadOf<{ readonly nmID: number; readonly left: number }>() },
    on: {
      "stocks/low": ({ payload }) => {
        isTrue<Equal<typeof payload, { readonly nmID: number; readonly left: number }>>()
        // @ts-expect-error -- there is no such field
        void payload.rest
      },
      "content/card_changed": ({ payload }) => isTrue<Equal<typeof payload.nmID, number>>(),
      // @ts-expect-error -- neither published nor declared
      "stocks/high": () => undefined
    }
  })

export const misspeltBesideDeclared = () =>
  createReceiver({
    ...usual,
    types: { "stocks/low": payloadOf<{ readonly left: number }>() },
    on: {
      // @ts-expect-error -- misspelt
      "content/card_chnged": () => undefined
    }
  })

// Whatever the order is in which they are written.
export const declaredAfter = () =>
  createReceiver({
    on: {
      "stocks/low": ({ payload }) => isTrue<Equal<typeof payload, { readonly left: number }>>(),
      // @ts-expect-error -- neither published nor declared
      "stocks/high": () => undefined
    },
    types: { "stocks/low": payloadOf<{ readonly left: number }>() },
    ...usual
  })

// What is published with another payload.
export const redeclared = () =>
  createReceiver({
    ...usual,
    types: { "content/card_changed": payloadOf<{ readonly card: string }>() },
    on: { "content/card_changed": ({ payload }) => isTrue<Equal<typeof payload, { readonly card: string }>>() }
  })

// As an interface, which has to be declared as well, because the receiver looks at names when it is made.
interface Ours {
  readonly "stocks/low": { readonly left: number }
}
export const written = () =>
  createReceiver<Ours>({
    ...usual,
    types: { "stocks/low": payloadOf() },
    on: {
      "stocks/low": ({ payload }) => isTrue<Equal<typeof payload, { readonly left: number }>>(),
      // @ts-expect-error -- neither published nor declared
      "stocks/high": () => undefined
    }
  })
export const notDeclared = () =>
  // @ts-expect-error -- `types` is missing
  createReceiver<Ours>({ ...usual, on: { "stocks/low": () => undefined } })
export const partlyDeclared = () =>
  // @ts-expect-error -- `types` lacks one
  createReceiver<Ours & { readonly "stocks/out": object }>({ ...usual, types: { "stocks/low": payloadOf() }, on: {} })

// Out of a catalog that is at hand.
const low = eventType({
  key: "low",
  name: "Stock is low",
  payload: Schema.Struct({ left: Schema.Int }),
  example: { left: 2 }
})
const catalog = publishedCatalog.with([
  eventScope({ key: "stocks", name: "Stocks", category: "analytics", eventTypes: [low] })
])
export const ofCatalog = () =>
  createReceiver({
    ...usual,
    types: eventTypesOf(catalog),
    on: {
      "stocks/low": ({ payload }) => isTrue<Equal<typeof payload, { readonly left: number }>>(),
      // @ts-expect-error -- not in the catalog
      "stocks/high": () => undefined
    }
  })

// What the store gives to handlers follows from the store, and from it alone.
interface Transaction {
  readonly query: (statement: string) => Promise<void>
}
declare const transactions: ProcessedEvents<Transaction>
export const inTransaction = () =>
  createReceiver({
    ...usual,
    store: transactions,
    on: {
      "content/card_changed": async ({ payload }, { transaction }) => {
        isTrue<Equal<typeof transaction, Transaction>>()
        await transaction.query(`insert into job values (${payload.nmID})`)
      }
    }
  })
export const noTransaction = () =>
  createReceiver({
    ...usual,
    on: {
      // @ts-expect-error -- the store in memory gives none
      "content/card_changed": (_: unknown, { transaction }: { transaction: Transaction }) => transaction.query("")
    }
  })

// Written apart from the call.
export const options: ReceiverOptions = {
  ...usual,
  on: {
    "content/card_changed": ({ payload }) => void payload.nmID,
    // @ts-expect-error -- misspelt
    "content/card_chnged": () => undefined
  }
}
isTrue<Equal<KnownEvents<Ours>["stocks/low"], { readonly left: number }>>()
