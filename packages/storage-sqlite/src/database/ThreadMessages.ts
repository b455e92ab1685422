/** What the writer's thread is told, and what it answers. */
import type { Carrying } from "../lanes/CarriedLanes.ts"
import type { WriteInput, WriteName, WriteOutput } from "../lanes/Writes.ts"

/** The file of the database. */
export interface ThreadData {
  readonly file: string
}

export interface Request<Name extends WriteName = WriteName> {
  /** What its answer is found by. */
  readonly id: number
  readonly name: Name
  readonly input: WriteInput<Name>
}

export type ToThread =
  | { readonly type: "write"; readonly requests: ReadonlyArray<Request> }
  /** Answered as soon as nothing is being written, and what is carried is written down; nothing is written again until `resume`. */
  | { readonly type: "pause" }
  | { readonly type: "resume" }
  /** The thread writes what it was asked before, and ends. */
  | { readonly type: "close" }

/** What SQLite threw, as far as it can be sent. */
export interface Failure {
  readonly message: string
  readonly errcode: number | undefined
}

export type Answer =
  | { readonly id: number; readonly result: WriteOutput<WriteName> }
  | { readonly id: number; readonly failure: Failure }

export type FromThread =
  /** It has opened the database. */
  | { readonly type: "ready"; readonly carrying: Carrying }
  /** The answers of one commit. If the files have changed since before it, that may be a checkpoint of the commit itself. */
  | {
      readonly type: "answers"
      readonly answers: ReadonlyArray<Answer>
      readonly areFilesUntouched: boolean
      readonly carrying: Carrying
    }
  /** `failure`: why it still carries something. */
  | { readonly type: "paused"; readonly failure: Failure | undefined; readonly carrying: Carrying }
