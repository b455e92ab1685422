/** The `message` of an error that the API answers with. Programs log the message of an error, so it says why. */
import type { FieldProblem } from "../../validation/FieldProblem.ts"

interface Explained {
  readonly detail: string
  readonly errors?: ReadonlyArray<FieldProblem>
}

/** Values that fields have are left out: a log is no place for them. */
export const problemMessage = ({ detail, errors = [] }: Explained): string => {
  // The detail of some errors names the fields as well.
  const unsaid = errors.filter(({ message }) => !detail.includes(message))
  const fields = unsaid.map(({ location, message }) => `${location}: ${message}`)
  return fields.length === 0 ? detail : `${detail} (${fields.join("; ")})`
}
