/** What a table of texts has: the English one is the measure, and another that lacks a text, or has one more, does not compile. */
import type { english } from "./english.ts"

type Shape<Value> = Value extends string
  ? string
  : Value extends (...given: infer Given) => string
    ? (...given: Given) => string
    : { readonly [Key in keyof Value]: Shape<Value[Key]> }

export type Texts = Shape<typeof english>
