/** Each operation on notes as one call of a service. */
import { Effect, Stream } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentCaller } from "../../access/Access.ts"
import { sellerApi } from "../../http/sellerApi.ts"
import { toPageRequest } from "../../pagination/TimePage.ts"
import { Notes } from "../Notes.ts"
import { orProblem } from "./noteProblems.ts"
import { NotesApi } from "./NotesApi.ts"

export const NotesHandlers = HttpApiBuilder.group(
  sellerApi(NotesApi),
  "notes",
  Effect.fn(function* (handlers) {
    const notes = yield* Notes
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const { owner } = yield* CurrentCaller
        const { items, next, prev } = yield* notes.page(owner, toPageRequest(query))
        return { notes: items, next, prev }
      }, orProblem),
      create: ({ payload }) => orProblem(CurrentCaller.use(({ owner }) => notes.create(owner, payload.text))),
      // Lines that are read together leave together, and the next ones are read when these have left.
      changes: ({ query }) =>
        Effect.map(CurrentCaller, ({ owner }) =>
          notes.changes(owner, query).pipe(
            Stream.mapArray((some) => [`${some.join("\n")}\n`]),
            Stream.encodeText
          )
        ),
      edit: ({ params, payload }) =>
        orProblem(CurrentCaller.use(({ owner }) => notes.edit(owner, params.noteId, payload.text))),
      remove: ({ params }) => orProblem(CurrentCaller.use(({ owner }) => notes.remove(owner, params.noteId))),
      publish: ({ params }) => orProblem(CurrentCaller.use(({ owner }) => notes.publish(owner, params.noteId)))
    })
  })
)
