/** Notes and their changes as they are kept: each belongs to a seller. */
import { DateTime } from "effect"
import { collection } from "../records/Collection.ts"
import { Note, NoteChange } from "./Note.ts"

export const notes = collection("note", {
  schema: Note,
  key: ({ id }) => [id],
  indexes: { byTime: ({ createdAt, id }) => [DateTime.toEpochMillis(createdAt), id] },
  due: ({ publishesAt }) => publishesAt
})

/** In the order of time. Its texts are the lines of the report. */
export const noteChanges = collection("noteChange", {
  schema: NoteChange,
  key: ({ id, time }) => [DateTime.toEpochMillis(time), id],
  indexes: {},
  since: ({ time }) => time
})
