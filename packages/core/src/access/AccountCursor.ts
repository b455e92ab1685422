/** Where a list of accounts goes on: behind which account. */
import { Schema, SchemaTransformation } from "effect"
import { Account, SellerId } from "./Account.ts"

const sandboxEnding = ".sandbox"

const sellerIdIn = (text: string): string =>
  text.endsWith(sandboxEnding) ? text.slice(0, -sandboxEnding.length) : text

const isSellerId = Schema.is(SellerId)

const Text = Schema.String.check(
  Schema.makeFilter((text) => text === "" || isSellerId(sellerIdIn(text)) || "Expected next of a response")
)

type Written = typeof Account.Encoded | null

const toAccount = (text: string): Written =>
  text === "" ? null : { sellerId: sellerIdIn(text), sandbox: text.endsWith(sandboxEnding) }

const toText = (account: Written): string =>
  account === null ? "" : `${account.sellerId}${account.sandbox ? sandboxEnding : ""}`

/** Opaque to clients; empty where there is no further page. */
export const AccountCursor = Text.pipe(
  Schema.decodeTo(Schema.NullOr(Account), SchemaTransformation.transform({ decode: toAccount, encode: toText }))
)
