/**
 * Signs texts at once: for hosts with a way that costs less than `Mac`, which takes bytes and may take time. Where there is none,
 * `Mac` signs.
 */
import { Context } from "effect"

/** Gives what makes the HMAC-SHA256 of texts by a key, in base64. It is asked for once per key. */
export type Signer = (key: Uint8Array) => (text: string) => string

export const Signer = Context.Reference<Signer | undefined>("@sellerkit/core/delivery/Signer", {
  defaultValue: () => undefined
})
