/** A flag or an argument that takes the id of something. */
import type * as Core from "@sellerkit/core"
import { Schema } from "effect"
import { Argument, Flag } from "effect/cli"
import { readBy } from "./readBy.ts"

type Kind<A> = (core: typeof Core) => Schema.Codec<A, string>

const expected = "Expected an id, which is a UUID"

const reader =
  <A>(kind: Kind<A>) =>
  async () =>
    Schema.decodeOption(kind(await import("@sellerkit/core")))

export const idFlag = <A>(name: string, kind: Kind<A>): Flag.Flag<A> =>
  Flag.mapEffect(Flag.String(name), readBy({ kind: "flag", name, expected }, reader(kind)))

export const idArgument = <A>(name: string, kind: Kind<A>): Argument.Argument<A> =>
  Argument.mapEffect(Argument.String(name), readBy({ kind: "argument", name, expected }, reader(kind)))
