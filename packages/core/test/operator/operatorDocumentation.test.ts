/** Every text about the operator interface appears in its document. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { operatorDocument } from "../../src/operator/description/operatorDocument.ts"
import { operatorDocumentation } from "../../src/operator/description/operatorDocumentation.ts"
import { OperatorApi } from "../../src/OperatorApi.ts"

const document = JSON.stringify(await Effect.runPromise(operatorDocument(OperatorApi)))

const isRead = (value: unknown): boolean => value === undefined || document.includes(JSON.stringify(value))

describe("what is written about the operator interface", () => {
  it("is in its document, sentences and examples", () => {
    const { answers, description, fields, mistakes, problems } = operatorDocumentation
    const unread = [fields, problems, mistakes, answers, { description }]
      .flatMap((said) => Object.entries(said))
      .flatMap(([name, said]) =>
        [said]
          .flat()
          .filter((part) => part !== "apart" && !isRead(part))
          .map((part) => [name, part])
      )
    assert.deepStrictEqual(unread, [])
  })
})
