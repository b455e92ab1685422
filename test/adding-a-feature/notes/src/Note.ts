/** What a seller notes, and what can be wrong with that. */
import { Schema } from "effect"
import { loggedAs, Uuid } from "../access/Uuid.ts"
import { Timestamp } from "../time/Timestamp.ts"
import { PlainText } from "../validation/PlainText.ts"

export const NoteId = Uuid.pipe(Schema.brand("NoteId"), loggedAs("noteId"))
export type NoteId = typeof NoteId.Type

// our choice: a page of text.
export const NoteText = PlainText.check(
  Schema.isBetweenCodePoints(1, 4000, { message: "Expected between 1 and 4000 characters" })
)

export const Note = Schema.Struct({
  id: NoteId,
  text: NoteText,
  createdAt: Timestamp,
  /** Absent: nobody has asked for it, or it has been published. */
  publishesAt: Schema.optionalKey(Timestamp),
  publishedAt: Schema.optionalKey(Timestamp)
})
export type Note = typeof Note.Type

/** What happened to a note. */
export const NoteChange = Schema.Struct({
  id: Uuid,
  time: Timestamp,
  noteId: NoteId,
  change: Schema.Literals(["created", "edited", "deleted", "publicationAsked", "published"])
})
export type NoteChange = typeof NoteChange.Type

export class NoteNotFound extends Schema.TaggedError<NoteNotFound>()("NoteNotFound", { id: NoteId }) {
  override get message() {
    return `There is no note ${this.id}`
  }
}

export class NotePublished extends Schema.TaggedError<NotePublished>()("NotePublished", { id: NoteId }) {
  override get message() {
    return `The note ${this.id} is published, or will be`
  }
}
