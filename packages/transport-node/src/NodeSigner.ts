/** Signs notifications on Node.js: at once, and without bytes of its own. */
import { Signer } from "@sellerkit/core/delivery"
import { Layer } from "effect"
import { createHmac, createSecretKey } from "node:crypto"

const sign: Signer = (bytes) => {
  const key = createSecretKey(bytes)
  return (text) => createHmac("sha256", key).update(text).digest("base64")
}

export const layer: Layer.Layer<never> = Layer.succeed(Signer, sign)
