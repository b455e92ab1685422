/** For inputs that become part of a record: a record that is full could not be changed any more. */
import { Schema } from "effect"
import { isLonger } from "./InvalidRecord.ts"

export const takesAtMost = (mostBytes: number) =>
  Schema.makeFilter(
    (value: unknown) =>
      !isLonger(JSON.stringify(value), mostBytes) || `Expected at most ${mostBytes} bytes of JSON, in UTF-8`
  )
