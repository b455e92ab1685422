/** Nothing is written about the operator interface that nobody reads. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SandboxOperatorApi } from "../src/operator/OperatorApi.ts"
import { operatorDocument } from "../src/operator/operatorDocument.ts"
import { operatorDocumentation } from "../src/operator/operatorDocumentation.ts"

const document = JSON.stringify(await Effect.runPromise(operatorDocument(SandboxOperatorApi)))

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
