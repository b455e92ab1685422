/** Every text about the API appears in its document. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { publishedCatalog } from "../../src/catalog/Catalog.ts"
import { openApiDocument } from "../../src/http/description/openApiDocument.ts"
import { sellerDocumentation } from "../../src/http/description/sellerDocumentation.ts"
import { defaultLimits } from "../../src/limits/Limits.ts"

const document = JSON.stringify(await Effect.runPromise(openApiDocument(publishedCatalog, defaultLimits)))

const isRead = (value: unknown): boolean => value === undefined || document.includes(JSON.stringify(value))

describe("what is written about the seller API", () => {
  it("is in its document, sentences and examples", () => {
    const { answers, description, fields, mistakes, problems } = sellerDocumentation
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
