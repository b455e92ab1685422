/** Makes tokens where what they are checked with is a secret, which signs them as well. */
import { TokenIssuer } from "@sellerkit/core"
import type { CheckedOptions } from "./CheckedOptions.ts"

export const tokenIssuerLayer = ({ tokenKey }: Pick<CheckedOptions, "tokenKey">) =>
  TokenIssuer.layer(tokenKey?.kind === "secret" ? tokenKey.secret : undefined)
