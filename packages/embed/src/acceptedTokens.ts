/** How callers are known: by the host, or else by a token, where there is a key to check it with. */
import { hostCallersLayer, JwtTokens, noTokensLayer } from "@sellerkit/core"
import type { CheckedOptions } from "./options/CheckedOptions.ts"

export const acceptedTokensLayer = ({ tokenKey }: CheckedOptions) =>
  hostCallersLayer(tokenKey === undefined ? noTokensLayer : JwtTokens.layer(tokenKey))
