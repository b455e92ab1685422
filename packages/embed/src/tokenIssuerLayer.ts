/** Makes tokens, if they are checked with a secret: the same secret signs them. */
import { TokenIssuer } from "@sellerkit/core"
import type { CheckedOptions } from "./options/CheckedOptions.ts"

export const tokenIssuerLayer = ({ tokenKey }: Pick<CheckedOptions, "tokenKey">) =>
  TokenIssuer.layer(tokenKey?.kind === "secret" ? tokenKey.secret : undefined)
