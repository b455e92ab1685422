/** What an answer says is wrong with rows. */
import { Schema } from "effect"

const Problem = Schema.Struct({
  errors: Schema.Array(Schema.Struct({ location: Schema.String, message: Schema.String }))
})

/** Fields by their paths, such as `["body", "products", "17", "title"]`. */
export const problemsIn = (body: unknown) =>
  (Schema.is(Problem)(body) ? body.errors : []).map(({ location, message }) => ({
    path: location.split("."),
    reason: message
  }))
