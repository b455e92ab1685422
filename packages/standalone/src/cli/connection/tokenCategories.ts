/** The categories that an API token claims to have. Whether it has them is for the service to say. */
import { type Category, fromBits } from "@sellerkit/core"
import { Option, Redacted, Result, Schema } from "effect"
import { Base64Url } from "effect/encoding"

const Claims = Schema.fromJsonString(Schema.Struct({ s: Schema.Int }))

/** None for a text that is no such token. */
export const categoriesOf = (token: Redacted.Redacted): Option.Option<ReadonlyArray<Category>> => {
  const [, payload = ""] = Redacted.value(token).split(".")
  return Result.getSuccess(Base64Url.decodeString(payload)).pipe(
    Option.flatMap(Schema.decodeOption(Claims)),
    Option.map(({ s }) => fromBits(s).categories)
  )
}
