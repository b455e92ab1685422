import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit } from "effect"
import { type InputRefusals, refusalOf } from "../../../src/http/refusals/InputRefusals.ts"
import { AnswerLanguage } from "../../../src/http/refusals/Language.ts"
import { orRefused } from "../../../src/http/refusals/orRefused.ts"
import { asText } from "../../../src/http/refusals/Refused.ts"
import { StorageError } from "../../../src/storage/StorageError.ts"

const text = (about: string) => ({ ru: `русский ${about}`, en: `English ${about}` })

const orRefusedHere = orRefused({
  Missing: [400, text("missing")],
  TooLow: ({ least }: { readonly least: number }) => [422, text(`at least ${least}`)]
})

describe("orRefused", () => {
  const refusalOf = (error: { readonly _tag: "Missing" } | { readonly _tag: "TooLow"; readonly least: number }) =>
    Effect.map(Effect.flip(orRefusedHere(Effect.fail(error))), (refused) => [refused.status, refused.text])

  it.effect("gives the text of the error, in the language of the installation", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* refusalOf({ _tag: "Missing" }), [400, "русский missing"])
      assert.deepStrictEqual(yield* refusalOf({ _tag: "TooLow", least: 150 }), [422, "русский at least 150"])
      const english = Effect.provideService(refusalOf({ _tag: "TooLow", least: 100 }), AnswerLanguage, "en")
      assert.deepStrictEqual(yield* english, [422, "English at least 100"])
    })
  )

  it.effect("takes a failing storage for a defect, and lets successes pass", () =>
    Effect.gen(function* () {
      const error = new StorageError({ operation: "RecordStore.find", retryable: true, cause: new Error("away") })
      const exit = yield* Effect.exit(orRefusedHere(Effect.fail(error)))
      assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
      assert.strictEqual(yield* orRefusedHere(Effect.succeed(7)), 7)
    })
  )
})

describe("refusalOf", () => {
  const refusals: InputRefusals = {
    body: asText,
    fields: { "body.name": [400, text("name")], "body.nms": [400, text("nms")], "body.nms.0": [422, text("first")] },
    otherwise: [422, text("otherwise")]
  }

  it.each([
    ["body.name", "English name"],
    ["body.nms", "English nms"],
    ["body.nms.0", "English first"],
    ["body.nms.1", "English nms"],
    ["body.nms.0.id", "English first"],
    ["body.names", "English otherwise"],
    ["body", "English otherwise"],
    ["query.name", "English otherwise"]
  ])("chooses the text of the field or of the whole that it is in: %s", (location, expected) => {
    assert.strictEqual(refusalOf(refusals, { location, value: 1 })[1].en, expected)
  })

  it("chooses the operation's where no field has one", () => {
    assert.strictEqual(
      refusalOf({ body: asText, otherwise: [422, text("otherwise")] }, { location: "body.name", value: 1 })[1].en,
      "English otherwise"
    )
  })
})
