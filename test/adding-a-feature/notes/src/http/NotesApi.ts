/** The operations on notes: each is declared here, once. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { accessRules } from "../../access/accessRules.ts"
import { Admission } from "../../http/middleware/Admission.ts"
import { RequestValidation } from "../../http/middleware/RequestValidation.ts"
import { operation } from "../../http/operation/Operation.ts"
import { inPathAs } from "../../http/paths/pathNames.ts"
import { declared } from "../../http/operation/Problem.ts"
import { timePageQuery } from "../../pagination/TimePage.ts"
import { Note, NoteId, NoteText } from "../Note.ts"
import { noteLimits } from "./noteLimits.ts"

const NoteView = Note.annotate({ identifier: "Note" })
const NoteInput = Schema.Struct({ text: NoteText }).annotate({ identifier: "NoteInput" })

const params = { noteId: inPathAs("note-id", NoteId) }

export class NotesApi extends HttpApiGroup.make("notes")
  .add(
    HttpApiEndpoint.get("list", "/notes", {
      query: timePageQuery,
      success: Schema.Struct({ notes: Schema.Array(NoteView), next: Schema.String, prev: Schema.String })
    }).annotateMerge(
      operation({
        summary: "List notes",
        description: "Notes, newest first.",
        access: accessRules.webhooks,
        limit: noteLimits.notes
      })
    ),
    HttpApiEndpoint.post("create", "/notes", { payload: NoteInput, success: NoteView }).annotateMerge(
      operation({
        summary: "Create note",
        description: "Keeps a text.",
        access: accessRules.webhooks,
        limit: noteLimits.notes
      })
    ),
    HttpApiEndpoint.get("changes", "/notes/changes", {
      query: { from: timePageQuery.from, to: timePageQuery.to },
      success: HttpApiSchema.StreamUint8Array({ contentType: "application/x-ndjson" })
    }).annotateMerge(
      operation({
        summary: "Report changes of notes",
        description: "What was done to notes, oldest first: a JSON object in each line.",
        access: accessRules.webhooks,
        limit: noteLimits.noteReports
      })
    ),
    HttpApiEndpoint.put("edit", "/notes/:noteId", {
      params,
      payload: NoteInput,
      success: NoteView,
      error: declared.NotFound
    }).annotateMerge(
      operation({
        summary: "Edit note",
        description: "Sets its text.",
        access: accessRules.webhooks,
        limit: noteLimits.notes
      })
    ),
    HttpApiEndpoint.delete("remove", "/notes/:noteId", {
      params,
      success: HttpApiSchema.NoContent,
      error: declared.NotFound
    }).annotateMerge(
      operation({
        summary: "Delete note",
        description: "Its changes stay.",
        access: accessRules.webhooks,
        limit: noteLimits.notes
      })
    ),
    HttpApiEndpoint.post("publish", "/notes/:noteId/publish", {
      params,
      success: NoteView,
      error: [declared.NotFound, declared.Conflict]
    }).annotateMerge(
      operation({
        summary: "Publish note",
        description: "In a minute.",
        access: accessRules.webhooks,
        limit: noteLimits.notes
      })
    )
  )
  .prefix("/api/v1")
  .middleware(RequestValidation)
  .middleware(Admission)
  .annotateMerge(OpenApi.annotations({ title: "Notes", description: "What a seller notes." })) {}
