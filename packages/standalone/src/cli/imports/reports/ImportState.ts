/**
 * How far an import is, in a file beside the one that is imported: an import that is killed goes on from there. It is written after
 * each acknowledged chunk, and removed when everything is.
 */
import { Effect, FileSystem, Option, Schema, Stream } from "effect"
import { createHash } from "node:crypto"
import { CommandFailed } from "../../CommandFailed.ts"
import { namedFileReason, unwritableReason } from "../../output/fileReason.ts"

/** What is imported, and where to. An import of something else cannot go on from the same state. */
export interface Subject {
  readonly kind: string
  readonly url: string
  readonly sellerId: string
  readonly sandbox: boolean
  /** Of the bytes of the file. */
  readonly fingerprint: string
}

export const ImportState = Schema.Struct({
  kind: Schema.String,
  url: Schema.String,
  sellerId: Schema.String,
  sandbox: Schema.Boolean,
  fingerprint: Schema.String,
  importId: Schema.String,
  /** The line of the last row that is done with. */
  through: Schema.Int,
  accepted: Schema.Int,
  changed: Schema.Int,
  refused: Schema.Int,
  /** So many bytes of the file of refused rows belong to it. */
  refusedBytes: Schema.Int
})
export type ImportState = typeof ImportState.Type

const Content = Schema.fromJsonString(ImportState)

const explanations: Readonly<Record<keyof Subject, string>> = {
  kind: "is about rows of another report",
  url: "is about another service",
  sellerId: "is about another seller",
  sandbox: "is about another account of the seller",
  fingerprint: "is about a file with other content"
}

const names = Object.keys(explanations) as ReadonlyArray<keyof Subject>

const failed = (message: string) => new CommandFailed({ message })

const inWords =
  (path: string) =>
  <A, E extends { readonly message: string }, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.mapError(effect, (error) =>
      failed(`The state of the import (${path}) cannot be kept: ${unwritableReason(error)}`)
    )

/**
 * None where there is no state, or one of another import that came to nothing: this one has not begun. Fails where it is about another
 * import, of which something was stored.
 */
export const readState = Effect.fnUntraced(function* (path: string, subject: Subject) {
  const files = yield* FileSystem.FileSystem
  if (!(yield* inWords(path)(files.exists(path)))) return Option.none<ImportState>()
  const text = yield* inWords(path)(files.readFileString(path))
  const state = yield* Effect.mapError(Schema.decodeEffect(Content)(text), () =>
    failed(`${path} is no state of an import. Remove it to import from the beginning, or name another with --state.`)
  )
  const other = names.find((name) => state[name] !== subject[name])
  if (other === undefined) return Option.some(state)
  if (state.through === 0) return Option.none<ImportState>()
  return yield* failed(
    `${path} ${explanations[other]}: ${state.accepted} rows of that were stored. Remove it to import from the beginning, which changes nothing of rows that are the same, or name another with --state.`
  )
})

/** The file is whole before it has its name. */
export const writeState = Effect.fnUntraced(function* (path: string, state: ImportState) {
  const files = yield* FileSystem.FileSystem
  const unfinished = `${path}.new`
  yield* Effect.scoped(
    Effect.gen(function* () {
      const file = yield* files.open(unfinished, { flag: "w" })
      yield* file.writeAll(new TextEncoder().encode(Schema.encodeSync(Content)(state)))
      yield* file.sync
    })
  ).pipe(Effect.andThen(files.rename(unfinished, path)), inWords(path))
})

export const removeState = (path: string) =>
  Effect.flatMap(FileSystem.FileSystem, (files) => inWords(path)(files.remove(path, { force: true })))

/** Of the file's bytes. */
export const fingerprintOf = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  const hash = createHash("sha256")
  yield* Stream.runForEach(files.stream(path), (bytes) => Effect.sync(() => hash.update(bytes))).pipe(
    Effect.mapError((error) => failed(`The rows cannot be read: ${namedFileReason(error)}`))
  )
  return hash.digest("hex")
})
