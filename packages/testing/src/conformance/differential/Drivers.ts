/** Two drivers that are asked the same, and have to answer the same. */
import { type Context, Effect, Layer, type Result, Schema } from "effect"
import type { StorageTarget } from "../StorageTarget.ts"
import { type StorageServices, withServices } from "../storageTest.ts"
import { shown } from "./shown.ts"

export class AnswersDiffer extends Schema.TaggedError<AnswersDiffer>()("AnswersDiffer", {
  reference: Schema.String,
  expected: Schema.String,
  subject: Schema.String,
  answer: Schema.String
}) {
  override get message() {
    return `${this.reference} answers\n${this.expected}\nand ${this.subject}\n${this.answer}`
  }
}

export interface Drivers {
  /** Gives what both answer, which may be an error. Fails when they do not agree. */
  readonly ask: <A, E>(
    question: Effect.Effect<A, E, StorageServices>
  ) => Effect.Effect<Result.Result<A, E>, AnswersDiffer>
}

const answerOf = <A, E>(question: Effect.Effect<A, E, StorageServices>, driver: Context.Context<StorageServices>) =>
  Effect.result(Effect.provideContext(question, driver))

/** Both begin with an empty storage. */
export const makeDrivers = Effect.fnUntraced(function* (reference: StorageTarget, subject: StorageTarget) {
  const right = yield* Effect.orDie(Layer.build(withServices(reference.layer)))
  const tried = yield* Effect.orDie(Layer.build(withServices(subject.layer)))
  const drivers: Drivers = {
    ask: Effect.fnUntraced(function* (question) {
      const expected = yield* answerOf(question, right)
      const answer = yield* answerOf(question, tried)
      const texts = { expected: shown(expected), answer: shown(answer) }
      if (texts.expected === texts.answer) return expected
      return yield* new AnswersDiffer({ reference: reference.name, subject: subject.name, ...texts })
    })
  }
  return drivers
})
