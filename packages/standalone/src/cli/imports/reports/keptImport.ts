/** An import with what has come of it so far, kept on disk where there is a file to go on with. */
import { Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import type { UnreadableRow } from "../files/FileRow.ts"
import { type ImportState, readState, removeState, type Subject, writeState } from "./ImportState.ts"
import { appendRefused, keepRefused } from "./RefusedFile.ts"

/** What has come of a chunk. */
export interface Recorded {
  readonly accepted: number
  readonly changed: number
  readonly refused: ReadonlyArray<UnreadableRow>
  /** The line of its last row. */
  readonly through: number
}

const newState = (subject: Subject, importId: string): ImportState => ({
  ...subject,
  importId,
  through: 0,
  accepted: 0,
  changed: 0,
  refused: 0,
  refusedBytes: 0
})

/** From where it was, or from the beginning. `statePath` is none where nothing can go on. */
export const openImport = Effect.fnUntraced(function* (
  subject: Subject,
  statePath: Option.Option<string>,
  refusedPath: string
) {
  const known = Option.isNone(statePath) ? Option.none<ImportState>() : yield* readState(statePath.value, subject)
  const { uuidV4 } = yield* SecureRandom.SecureRandom
  let state = Option.isSome(known) ? known.value : newState(subject, yield* uuidV4())
  yield* keepRefused(refusedPath, state.refusedBytes)
  const keep = Effect.suspend(() => (Option.isNone(statePath) ? Effect.void : writeState(statePath.value, state)))
  yield* keep
  return {
    /** As it is now. */
    state: () => state,
    /** In the order of the chunks. */
    record: Effect.fnUntraced(function* ({ accepted, changed, refused, through }: Recorded) {
      state = {
        ...state,
        through,
        accepted: state.accepted + accepted,
        changed: state.changed + changed,
        refused: state.refused + refused.length,
        refusedBytes: state.refusedBytes + (yield* appendRefused(refusedPath, refused))
      }
      yield* keep
      return state
    }),
    /** All of it is done. */
    end: Option.isNone(statePath) ? Effect.void : removeState(statePath.value)
  }
})
