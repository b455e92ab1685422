/** The errors of notes on the wire. */
import { orProblemOf } from "../../http/operation/orProblem.ts"
import { Conflict, NotFound } from "../../http/operation/Problem.ts"

export const orProblem = orProblemOf({
  NoteNotFound: [NotFound, "Note not found"],
  NotePublished: [Conflict, "Note is published"]
})
