/** A flag that takes the id of something. */
import { Schema } from "effect"
import { Flag } from "effect/cli"

export const idFlag = <A extends string>(name: string, id: Schema.Codec<A, string>): Flag.Flag<A> =>
  Flag.String(name).pipe(Flag.filterMap(Schema.decodeOption(id), () => "Expected an id, which is a UUID"))
