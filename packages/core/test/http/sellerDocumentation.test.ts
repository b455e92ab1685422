/** Every text about the API appears in its document. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { documentation } from "../../src/documentation.ts"
import { sellerDocumentation } from "../../src/http/description/sellerDocumentation.ts"
import { sellerApiDocument } from "../../src/service.ts"

const document = JSON.stringify(await Effect.runPromise(sellerApiDocument))

const isRead = (value: unknown): boolean => value === undefined || document.includes(JSON.stringify(value))

describe("what is written about the seller API", () => {
  it("is in its document, sentences and examples", () => {
    const { answers, description, fields, mistakes, problems, refusals } = sellerDocumentation(documentation, "ru")
    const unread = [fields, problems, mistakes, answers, refusals, { description }]
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
