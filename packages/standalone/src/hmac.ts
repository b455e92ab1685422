/**
 * HMAC for a server that signs each notification. Node.js makes an `Hmac` at several times the cost of the two hashes that it
 * consists of (RFC 2104). Of a small message they are made here, with what depends on the key alone made once.
 */
import type { Layer } from "effect"
import { Mac, type SecureRandom } from "effect/crypto"
import { createHmac, hash } from "node:crypto"

/** Bytes of a block of SHA-256. */
const blockSize = 64

// our choice: bytes; to copy longer messages costs more than it saves.
const largestCopied = 16 * 1024

/** What both hashes begin with. */
interface Pads {
  readonly inner: Uint8Array
  readonly outer: Uint8Array
}

const padsOf = (key: Uint8Array): Pads => {
  const block = Buffer.alloc(blockSize)
  block.set(key.length > blockSize ? hash("sha256", key, "buffer") : key)
  return { inner: block.map((byte) => byte ^ 0x36), outer: block.map((byte) => byte ^ 0x5c) }
}

// They are gone with their key.
const known = new WeakMap<Uint8Array, Pads>()

const keptPadsOf = (key: Uint8Array): Pads => {
  const kept = known.get(key)
  if (kept !== undefined) return kept
  const pads = padsOf(key)
  known.set(key, pads)
  return pads
}

const message = Buffer.alloc(blockSize + largestCopied)
const digest = Buffer.alloc(blockSize + 32)

const hmacSha256 = (key: Uint8Array, data: Uint8Array): Uint8Array => {
  const { inner, outer } = keptPadsOf(key)
  message.set(inner)
  message.set(data, blockSize)
  digest.set(outer)
  // As text, of which each character is a byte: Node.js gives that at half the cost of bytes.
  digest.write(hash("sha256", message.subarray(0, blockSize + data.length), "latin1"), blockSize, "latin1")
  // A copy: what is made of a text is a view into memory that Node.js shares.
  return new Uint8Array(Buffer.from(hash("sha256", digest, "latin1"), "latin1"))
}

const hmac = (algorithm: string, key: Uint8Array, data: Uint8Array): Uint8Array =>
  algorithm === "SHA-256" && data.length <= largestCopied
    ? hmacSha256(key, data)
    : new Uint8Array(createHmac(algorithm, key).update(data).digest())

export const hmacLayer: Layer.Layer<Mac.Mac, never, SecureRandom.SecureRandom> = Mac.layerWebCryptoWith({ hmac })
