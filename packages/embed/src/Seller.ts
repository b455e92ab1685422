/** The account that a call is about: a seller's, with those of its services. */
import { SellerId } from "@sellerkit/core"
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
