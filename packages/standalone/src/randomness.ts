/** Random bytes for a server: asking for a few costs as much as asking for thousands, so they are taken many at a time. */
import { Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { randomUUID } from "node:crypto"

// our choice: the random bytes of some hundreds of ids or secrets.
const poolSize = 4096

const fromPool = (): ((size: number) => Uint8Array) => {
  const pool = new Uint8Array(poolSize)
  let used = poolSize
  return (size) => {
    if (size > poolSize) return SecureRandom.randomBytesUnsafe(size)
    if (used + size > poolSize) {
      pool.set(SecureRandom.randomBytesUnsafe(poolSize))
      used = 0
    }
    const bytes = new Uint8Array(size)
    for (let index = 0; index < size; index++) {
      bytes[index] = pool[used]!
      // They may become a secret, which is to be in one place only.
      pool[used++] = 0
    }
    return bytes
  }
}

const makeRandomness = (): SecureRandom.SecureRandom["Service"] => {
  const random = SecureRandom.make(fromPool())
  // Each request has a UUID, and Node writes it in half the time.
  const uuidV4 = (options?: { readonly format?: "string" | "bytes" }) =>
    options?.format === "bytes" ? random.uuidV4({ format: "bytes" }) : Effect.sync(() => randomUUID())
  return { ...random, uuidV4: uuidV4 as SecureRandom.UuidGenerator }
}

/** Bytes come from the operating system's generator, and none is given twice. */
export const randomnessLayer: Layer.Layer<SecureRandom.SecureRandom> = Layer.sync(
  SecureRandom.SecureRandom,
  makeRandomness
)
