/** A flag that takes a day. */
import { Schema } from "effect"
import { Flag } from "effect/cli"
import { readBy } from "./readBy.ts"

const expected = "Expected a day such as 2026-11-20"

export const dayFlag = (name: string): Flag.Flag<string> =>
  Flag.mapEffect(
    Flag.String(name),
    readBy({ kind: "flag", name, expected }, async () => {
      const { MoscowTime } = await import("@sellerkit/core")
      return Schema.decodeOption(MoscowTime.Day)
    })
  )
