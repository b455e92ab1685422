/** The account that a call is about: a seller's, with those of its services. */
import { type Account, SellerId } from "@sellerkit/core"
import { Effect, Schema } from "effect"
import { decodeInput } from "./InputInvalid.ts"

/** Whose events. */
export interface Seller {
  readonly sellerId: string
  readonly sandbox?: boolean | undefined
}

export const decodeSeller = decodeInput(
  Schema.Struct({
    sellerId: SellerId,
    sandbox: Schema.Boolean.pipe(Schema.withDecodingDefault(Effect.succeed(false)))
  }),
  "seller"
)

/** The parameters of an operation on an account, with what else its path names. */
export interface About<Named = {}> {
  readonly params: { readonly sellerId: SellerId } & Named
  readonly query: { readonly sandbox: boolean }
}

export const about = <Named extends object>({ sandbox, sellerId }: Account, named: Named): About<Named> => ({
  params: { sellerId, ...named },
  query: { sandbox }
})
