/** What may become of bytes on their way: some are changed, the end is cut off, others follow. */
import { Schema } from "effect"
import { listOf } from "./choices.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

const Byte = between(0, 255)

export const Damage = Schema.Struct({
  changed: listOf(Schema.Struct({ at: between(0, 400), byte: Byte }), 8),
  /** How many bytes are left. */
  length: Schema.Union([between(0, 400), Schema.Literal(65_536), Schema.Literal(65_536)]),
  added: listOf(Byte, 40)
})
export type Damage = typeof Damage.Type

export const damaged = (bytes: Uint8Array, { added, changed, length }: Damage): Uint8Array => {
  const copy = Uint8Array.from(bytes)
  for (const { at, byte } of changed) if (at < copy.length) copy[at] = byte
  return Uint8Array.from([...copy.subarray(0, length), ...added])
}
