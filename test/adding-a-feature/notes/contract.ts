/** What is published about notes. */
import type { FeatureContract } from "../contract/FeatureContract.ts"
import { timePageQuery } from "../contract/webhooksService.ts"

export const notesContract: FeatureContract = {
  document: "Notes",
  access: { tokenTypes: ["service", "base"], category: "any" },
  operations: {
    "GET /api/v1/notes": { statuses: "200 400 401 403 429", query: timePageQuery },
    "POST /api/v1/notes": { statuses: "200 400 401 403 429" },
    "GET /api/v1/notes/changes": { statuses: "200 400 401 403 429", query: { from: undefined, to: undefined } },
    "PUT /api/v1/notes/{note-id}": { statuses: "200 400 401 403 404 429" },
    "DELETE /api/v1/notes/{note-id}": { statuses: "204 400 401 403 404 429" },
    "POST /api/v1/notes/{note-id}/publish": { statuses: "200 400 401 403 404 409 429" }
  },
  schemas: {
    Note: { fields: ["id", "text", "createdAt", "publishesAt", "publishedAt"] },
    NoteInput: { fields: ["text"], limits: { text: { minLength: 1, maxLength: 4000 } } }
  }
}
