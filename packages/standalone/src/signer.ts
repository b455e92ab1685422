/**
 * Signs notifications on Node.js, which makes an `Hmac` at several times the cost of the two hashes that it consists of (RFC 2104).
 * Those of a small message are made here, with what depends on the key alone made once.
 */
import { Signer } from "@sellerkit/core/delivery"
import { Layer } from "effect"
import { createHmac, hash } from "node:crypto"

/** Bytes of a block of SHA-256. */
const blockSize = 64

// our choice: bytes. Of longer messages the hashes themselves are what costs.
const largestMessage = 16 * 1024

const message = Buffer.alloc(blockSize + largestMessage)
const digest = Buffer.alloc(blockSize + 32)

/** The key in a block, as one of the two hashes begins with it. */
const padded = (key: Uint8Array, pad: number): Uint8Array => {
  const block = new Uint8Array(blockSize)
  block.set(key.length > blockSize ? hash("sha256", key, "buffer") : key)
  return block.map((byte) => byte ^ pad)
}

const sign: Signer = (key) => {
  const inner = padded(key, 0x36)
  const outer = padded(key, 0x5c)

  return (text) => {
    // No character takes more than three bytes.
    if (text.length * 3 > largestMessage) return createHmac("sha256", key).update(text).digest("base64")
    message.set(inner)
    const length = message.write(text, blockSize)
    digest.set(outer)
    // As a text in which each character is a byte: Node.js gives it at half the cost of bytes.
    digest.write(hash("sha256", message.subarray(0, blockSize + length), "latin1"), blockSize, "latin1")
    return hash("sha256", digest, "base64")
  }
}

export const signerLayer: Layer.Layer<never> = Layer.succeed(Signer, sign)
