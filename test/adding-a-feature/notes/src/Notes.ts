/** The notes of a seller: create, list, edit, delete, publish, and what was done to them. */
import { Context, DateTime, Effect, Layer, Option, Result, type Stream } from "effect"
import { SecureRandom } from "effect/crypto"
import type { Account } from "../access/Account.ts"
import { type TimePage, type TimePageRequest, toPage } from "../pagination/TimePage.ts"
import * as Lookup from "../records/Lookup.ts"
import { type Decision, put, Records, remove } from "../records/Records.ts"
import type { StorageError } from "../storage/StorageError.ts"
import { type Note, type NoteChange, NoteId, NoteNotFound, NotePublished } from "./Note.ts"
import { noteChanges, notes } from "./noteRecords.ts"

// our choice: time to think again.
const publishedAfter = "1 minute"

/** Both included. */
export interface Period {
  readonly from?: DateTime.Utc
  readonly to?: DateTime.Utc
}

const requirements = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  return { records: yield* Records, newId: random.uuidV7() }
})
type Requirements = Effect.Success<typeof requirements>

/** Draws what a write needs before it begins: what decides it may run again. */
const draft = Effect.fnUntraced(function* ({ newId }: Requirements, change: NoteChange["change"]) {
  const [id, time] = [yield* newId, yield* DateTime.now]
  return { time, changeOf: (noteId: NoteId) => put(noteChanges, { id, time, noteId, change }) }
})

/** One write: the note as `edit` makes it. Undefined: none. */
const makeChange =
  (given: Requirements) =>
  <A extends Note | undefined, E = never>(
    account: Account,
    id: NoteId,
    kind: NoteChange["change"],
    edit: (note: Note, now: DateTime.Utc) => Result.Result<A, E>
  ): Effect.Effect<A, E | NoteNotFound | StorageError> =>
    Effect.flatMap(draft(given, kind), ({ changeOf, time }) => {
      const decide = (note: Note): Result.Result<Decision<A>, E> =>
        Result.map(edit(note, time), (answer) => ({
          answer,
          changes: [answer === undefined ? remove(notes, [id]) : put(notes, answer), changeOf(id)]
        }))
      return given.records.transact(
        account,
        { note: Lookup.one(notes, [id]) },
        ({ note }): Result.Result<Decision<A>, E | NoteNotFound> =>
          Option.isSome(note) ? decide(note.value) : Result.fail(new NoteNotFound({ id }))
      )
    })

const askPublication = (note: Note, now: DateTime.Utc): Result.Result<Note, NotePublished> =>
  note.publishesAt === undefined && note.publishedAt === undefined
    ? Result.succeed({ ...note, publishesAt: DateTime.addDuration(now, publishedAfter) })
    : Result.fail(new NotePublished({ id: note.id }))

const publishIfDue = ({ publishesAt, ...note }: Note, now: DateTime.Utc): Result.Result<Note, NotePublished> =>
  publishesAt === undefined || DateTime.isGreaterThan(publishesAt, now)
    ? Result.fail(new NotePublished({ id: note.id }))
    : Result.succeed({ ...note, publishedAt: now })

export class Notes extends Context.Service<
  Notes,
  {
    create(account: Account, text: string): Effect.Effect<Note, StorageError>
    /** Newest first. */
    page(account: Account, request: TimePageRequest): Effect.Effect<TimePage<Note>, StorageError>
    edit(account: Account, id: NoteId, text: string): Effect.Effect<Note, NoteNotFound | StorageError>
    remove(account: Account, id: NoteId): Effect.Effect<void, NoteNotFound | StorageError>
    /** Has it published in a minute. Nobody can ask for that again. */
    publish(account: Account, id: NoteId): Effect.Effect<Note, NoteNotFound | NotePublished | StorageError>
    /** Publishes it if it is time: for the job. */
    publishDue(account: Account, id: NoteId): Effect.Effect<void, StorageError>
    /** What was done in a period, oldest first, however much: each as a line of JSON. */
    changes(account: Account, period: Period): Stream.Stream<string, StorageError>
  }
>()("@sellerkit/core/notes/Notes") {
  static readonly layer: Layer.Layer<Notes, never, Records | SecureRandom.SecureRandom> = Layer.effect(
    Notes,
    Effect.map(requirements, (given) => {
      const { newId, records } = given
      const change = makeChange(given)
      return Notes.of({
        create: Effect.fn("Notes.create")(function* (account, text) {
          const { changeOf, time } = yield* draft(given, "created")
          const note = { id: NoteId.make(yield* newId), text, createdAt: time }
          const changes = [put(notes, note), changeOf(note.id)]
          return yield* records.transact(account, {}, () => Result.succeed({ answer: note, changes }))
        }),
        page: Effect.fn("Notes.page")(function* (account, request) {
          const found = yield* records.find(account, Lookup.timePage(notes, "byTime", request))
          return toPage(request, found, ({ createdAt, id }) => ({ id, time: DateTime.toEpochMillis(createdAt) }))
        }),
        edit: Effect.fn("Notes.edit")((account, id, text) =>
          change(account, id, "edited", (note) => Result.succeed({ ...note, text }))
        ),
        remove: Effect.fn("Notes.remove")((account, id) =>
          change(account, id, "deleted", () => Result.succeed(undefined))
        ),
        publish: Effect.fn("Notes.publish")((account, id) => change(account, id, "publicationAsked", askPublication)),
        // Gone, or published by another process meanwhile: then nothing is left to do.
        publishDue: (account, id) =>
          change(account, id, "published", publishIfDue).pipe(
            Effect.catchTags({ NoteNotFound: () => Effect.void, NotePublished: () => Effect.void }),
            Effect.asVoid
          ),
        changes: (account, { from, to }) =>
          records.stream(account, noteChanges, {
            from: from && [DateTime.toEpochMillis(from)],
            through: to && [DateTime.toEpochMillis(to)]
          })
      })
    })
  )
}
