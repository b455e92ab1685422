/** URLs as people type them. */
import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { readServiceUrl, readUrl } from "../src/cli/flags/typedUrl.ts"

describe("a URL as it is typed", () => {
  const read: ReadonlyArray<readonly [text: string, url: string]> = [
    ["http://127.0.0.1:8080", "http://127.0.0.1:8080"],
    ["HTTPS://Shop.example:8443/sellerkit/", "https://shop.example:8443/sellerkit"],
    ["127.0.0.1:8080", "http://127.0.0.1:8080"],
    ["localhost:8080/", "http://localhost:8080"],
    ["localhost", "http://localhost"],
    ["api.localhost:3000", "http://api.localhost:3000"],
    ["[::1]:8080", "http://[::1]:8080"],
    ["8080", "http://localhost:8080"],
    [":8080/base", "http://localhost:8080/base"],
    [" shop.example ", "https://shop.example"],
    ["shop.example:8080/base/", "https://shop.example:8080/base"],
    ["10.0.0.5:8080", "https://10.0.0.5:8080"],
    ["127.0.0.1.shop.example", "https://127.0.0.1.shop.example"],
    ["localhost.shop.example", "https://localhost.shop.example"]
  ]
  for (const [text, url] of read) {
    it(`has a scheme, or gets one: ${text}`, () => assert.deepStrictEqual(readServiceUrl(text), Option.some(url)))
  }

  for (const text of [
    "",
    " ",
    "ftp://127.0.0.1",
    "http://",
    "not a url",
    "http://a:b@shop.example",
    "a:b@shop.example"
  ]) {
    it(`is refused: ${JSON.stringify(text)}`, () => assert.isTrue(Option.isNone(readUrl(text))))
  }

  it("has no fragment, and that of a service no query", () => {
    assert.isTrue(Option.isNone(readUrl("localhost#a")))
    assert.isTrue(Option.isNone(readServiceUrl("localhost?a=b")))
    assert.strictEqual(Option.getOrThrow(readUrl("3000/hooks?a=b")).href, "http://localhost:3000/hooks?a=b")
  })
})
