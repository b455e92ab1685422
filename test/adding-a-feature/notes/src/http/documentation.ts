/** What people read of notes, in Markdown. */
import type { FeatureDocumentation } from "../../http/description/Documentation.ts"
import { exampleId } from "../../http/description/sellerDocumentation.ts"

export const noteDocumentation: FeatureDocumentation = {
  fields: {
    notes: ["The notes."],
    "Note.text": ["What it says.", "Ask for the invoice"],
    "NoteInput.text": ["What it says.", "Ask for the invoice"],
    publishesAt: ["When it will be published; absent where nobody has asked for that, and afterwards."],
    publishedAt: ["When it was published; absent until then.", undefined, "apart"],
    "notes.changes.body": [
      "A change in each line.",
      `{"id":"${exampleId}","time":"2026-01-15T09:30:00.125Z","noteId":"${exampleId}","change":"edited"}\n`
    ],
    "?note-id": ["Id of the note."]
  },
  answers: {
    "notes.list": "A page of notes.",
    "notes.create": "The note was created.",
    "notes.changes": "The changes.",
    "notes.edit": "The note as it is now.",
    "notes.remove": "The note is gone.",
    "notes.publish": "The note will be published.",
    "notes.publish 409": "The note is published, or will be."
  },
  problems: {
    "notes.publish 409": ["Note is published", `The note ${exampleId} is published, or will be`]
  },
  mistakes: {
    "query.from": ["Expected an RFC 3339 time with an offset, such as 2026-11-20T09:30:00Z", "yesterday"]
  },
  nouns: { notes: "Note" }
}
