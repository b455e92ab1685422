/**
 * Texts that come as the bytes that the server sends. The type `varchar` stands for them: a cast of a text to it costs the server
 * nothing, and the service reads no other value of that type. Only connections that the service opens for itself read them so; over
 * those that a host has made they are strings, as all texts are.
 */
import { PgTypes } from "@effect/sql-pg"
import type { Utf8Text } from "@sellerkit/core"
import { Result } from "effect"

type Slice = (this: Uint8Array, begin: number, end: number) => string
type Write = (this: Uint8Array, text: string, at: number, most: number) => number

/** What Node.js has: it copies bytes into a string with a character for each, and back, as fast as memory is copied. */
const { latin1Slice, latin1Write }: { readonly latin1Slice?: Slice; readonly latin1Write?: Write } =
  globalThis.Buffer?.prototype ?? {}

const encoder = new TextEncoder()
const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

/**
 * The bytes as a string. Such strings are collected soon after they were made, which is cheap. Views of what the driver received would
 * hold that for as long, and V8 then spends half of its time on collecting it.
 */
class ByteString implements Utf8Text {
  readonly #bytes: string
  readonly #write: Write

  constructor(bytes: string, write: Write) {
    this.#bytes = bytes
    this.#write = write
  }

  get length(): number {
    return this.#bytes.length
  }

  byteAt(place: number): number {
    return this.#bytes.charCodeAt(place)
  }

  from(place: number): Utf8Text {
    return new ByteString(this.#bytes.slice(place), this.#write)
  }

  copyInto(target: Uint8Array, at: number): number {
    return this.#write.call(target, this.#bytes, at, target.length - at)
  }

  toString(): string {
    const bytes = new Uint8Array(this.#bytes.length)
    this.copyInto(bytes, 0)
    return decoder.decode(bytes)
  }
}

const makeRegistry = (slice: Slice, write: Write): PgTypes.Registry => {
  const registry = PgTypes.makeRegistry()
  const read = (bytes: Uint8Array, begin: number, size: number) =>
    Result.succeed(new ByteString(slice.call(bytes, begin, begin + size), write))
  registry.register<Utf8Text>(PgTypes.OID.varchar, {
    encode: (text) => Result.succeed(encoder.encode(text.toString())),
    decode: (bytes) => read(bytes, 0, bytes.length),
    read
  })
  return registry
}

/** The types of a client that reads such texts; undefined where the platform cannot: there they are strings. */
export const rawTextTypes: PgTypes.Registry | undefined =
  latin1Slice === undefined || latin1Write === undefined ? undefined : makeRegistry(latin1Slice, latin1Write)
