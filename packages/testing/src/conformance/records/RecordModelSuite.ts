/** Every `RecordStore` answers as the plainest one does. */
import { assert, describe, it } from "@effect/vitest"
import { type Account, RecordStore } from "@sellerkit/core"
import { Effect, Schema } from "effect"
import { account } from "../../fixtures.ts"
import { listOf, mostly } from "../../property/choices.ts"
import { propertyRuns } from "../../property/propertyRuns.ts"
import {
  AnyRecordChange,
  AnyRecordLookup,
  BackgroundQuestion,
  backgroundOfRecords,
  readParts,
  readRecords,
  writeRecords
} from "./recordQuestions.ts"
import { shown } from "../differential/shown.ts"
import { makePlainRecordStore } from "./PlainRecordStore.ts"
import type { StorageTarget } from "../StorageTarget.ts"

const accounts: ReadonlyArray<Account> = [account(1), account(1, true), account(2)]
const AccountNumber = Schema.Literals([0, 0, 1, 2])

const Question = Schema.TaggedUnion({
  Write: {
    account: AccountNumber,
    changes: listOf(AnyRecordChange, 8),
    lookups: listOf(AnyRecordLookup, 2),
    refused: mostly(Schema.Literal(false), Schema.Literal(true))
  },
  Read: { account: AccountNumber, lookups: listOf(AnyRecordLookup, 6) },
  ReadParts: { account: AccountNumber, parts: Schema.NonEmptyArray(AnyRecordLookup) },
  Background: BackgroundQuestion
})

const ask = (
  question: typeof Question.Type,
  nextNumber: () => number
): Effect.Effect<unknown, unknown, RecordStore> => {
  if (question._tag === "Background") return backgroundOfRecords(question)
  const of = accounts[question.account]!
  if (question._tag === "ReadParts") return readParts(of, question.parts.slice(0, 3))
  if (question._tag === "Read") return readRecords(of, question.lookups)
  return writeRecords(of, { ...question, events: [] }, nextNumber)
}

export const recordModelSuite = (target: StorageTarget): void => {
  describe(`Random histories of records: ${target.name}`, () => {
    it.effect.prop(
      "are what a plain model makes of them",
      [Schema.Array(Question)],
      ([questions]) =>
        Effect.gen(function* () {
          const model = makePlainRecordStore()
          let number = 0
          for (const question of questions) {
            const asked = ask(question, () => ++number)
            const expected = yield* Effect.result(Effect.provideService(asked, RecordStore, model))
            assert.strictEqual(shown(yield* Effect.result(asked)), shown(expected))
          }
        }).pipe(Effect.provide(target.layer)),
      // our choice: few trials, and long ones, because each begins with a storage of its own.
      { timeout: 120_000, arbitrary: propertyRuns(15 * (target.trials ?? 1), 300) }
    )
  })
}
