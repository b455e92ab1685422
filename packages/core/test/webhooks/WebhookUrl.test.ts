/** Where notifications may go: 10 to 200 characters, http or https (Seller Webhooks Service, Limits). */
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Result, Schema } from "effect"
import { fieldProblems } from "../../src/validation/FieldProblem.ts"
import { WebhookUrl } from "../../src/webhooks/WebhookUrl.ts"
import { accepts } from "../fixtures.ts"

const isAccepted = (url: unknown): boolean => accepts(WebhookUrl, url)

/** A URL of so many characters. */
const ofLength = (length: number): string => {
  const start = "http://a.b/"
  return length < start.length ? start.slice(0, length) : start + "a".repeat(length - start.length)
}

const messagesOf = (url: string): ReadonlyArray<string> =>
  Result.match(Schema.decodeUnknownResult(WebhookUrl, { errors: "all" })(url), {
    onFailure: ({ issue }) => fieldProblems("url", issue, url).map(({ message }) => message),
    onSuccess: () => []
  })

describe("the length of a webhook's URL", () => {
  it.each([
    ["refused", 9, "http://ab"],
    ["taken", 10, "http://abc"],
    ["taken", 200, ofLength(200)],
    ["refused", 201, ofLength(201)]
  ] as const)("is %s at %i characters", (verdict, length, url) => {
    assert.strictEqual(url.length, length)
    assert.strictEqual(isAccepted(url), verdict === "taken")
  })

  // Where characters, units and bytes differ it is refused anyway, but for the reason that holds.
  it.prop(
    "is counted in characters, not in units or bytes",
    [
      Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 260 }))),
      Arbitrary.schema(Schema.Literals(["a", "ä", "字", "😀"]))
    ],
    ([length, filler]) => {
      const tooLong = messagesOf(ofLength(11) + filler.repeat(length)).includes(
        "Expected between 10 and 200 characters"
      )
      assert.strictEqual(tooLong, 11 + length > 200)
    }
  )
})

describe("a webhook's URL", () => {
  it.each([
    "https://receiver.example",
    "https://receiver.example/",
    "http://receiver.example/hook",
    "HTTPS://RECEIVER.EXAMPLE/HOOK",
    "https://receiver.example:8443/a/b?c=d&e=%20#f",
    "https://xn--80aqecdr1a.xn--p1ai/%D1%85%D1%83%D0%BA",
    "http://receiver.example?a[]=1&b=~(c)*'!$;,+",
    "https://xn--80ak6aa92e.example/",
    "https://203.0.113.5/hook",
    "https://[2001:db8::1]:8443/hook",
    "https://receiver.example/user@host",
    "https://receiver.example/?to=user:password@host"
  ])("may be %s", (url) => {
    assert.isTrue(isAccepted(url))
  })

  it("is kept as it was spelled", () => {
    const url = "HTTPS://Receiver.Example:443/a/../b"
    assert.strictEqual(Schema.decodeUnknownSync(WebhookUrl)(url), url)
  })

  it.each([
    "ftp://receiver.example/",
    "ws://receiver.example/",
    "file:///etc/passwd",
    "data:text/plain,0123456789",
    "javascript://receiver.example/%0aalert(1)",
    "gopher://receiver.example/",
    "httpss://receiver.example/",
    "http+unix://receiver.example/",
    "blob:https://receiver.example/x"
  ])("is refused with another scheme: %s", (url) => {
    assert.isFalse(isAccepted(url))
  })

  it.each([
    "receiver.example/hook",
    "//receiver.example/hook",
    "/hook/of/receiver",
    "https:receiver.example",
    "https:/receiver.example",
    "https:\\\\receiver.example",
    "?hook=receiver.example"
  ])("is refused when it is not absolute: %s", (url) => {
    assert.isFalse(isAccepted(url))
  })

  it.each([
    "https://user:password@receiver.example/",
    "https://user@receiver.example/",
    "https://:password@receiver.example/",
    "https://@receiver.example/",
    "https://:@receiver.example/",
    "https://user:pass@word@receiver.example/",
    "https://user:pass word@receiver.example/",
    "https://%75ser:@receiver.example/"
  ])("is refused with credentials: %s", (url) => {
    assert.isFalse(isAccepted(url))
  })

  it.each([
    "https://",
    "https:///////",
    "https:///receiver.example/",
    "https:////receiver.example/",
    "https://?receiver.example/",
    "https://#receiver.example/",
    "https://\\receiver.example/",
    "https://receiver.example\\@other.example/",
    "https://receiver example/",
    "https://receiver.example:port/",
    "https://receiver.example:65536/",
    "https://[2001:db8::1/hook",
    "https://256.256.256.256/",
    "https://receiver<.example/",
    " https://receiver.example/",
    "\nhttps://receiver.example/"
  ])("is refused when it is malformed: %j", (url) => {
    assert.isFalse(isAccepted(url))
  })

  it.each([
    "https://receiver.example/ ",
    "https://receiver.example/\n",
    "https://rec\neiver.example/",
    "https://receiver.example/\ta",
    "https://receiver.example/\u0000"
  ])("is refused with blanks or control characters: %j", (url) => {
    assert.isFalse(isAccepted(url))
  })

  it.each([...'<>"{}|\\^`', "%", "%2", "%zz", "%u0041", "%%20"])("is refused with %s that is not encoded", (text) => {
    assert.isTrue(isAccepted(`https://receiver.example/${encodeURIComponent(text)}`))
    assert.isFalse(isAccepted(`https://receiver.example/${text}`))
    assert.isFalse(isAccepted(`https://receiver.example/?a=${text}`))
  })

  it.each([
    "https://получатель.рф/хук",
    "https://receiver.example/ä",
    "https://receiver.example/\u202egpj.exe",
    "https://receiver.example/\u200b",
    "https://rec\u00adeiver.example/",
    "https://receiver。example/",
    "https://receiver.example/?q=😀"
  ])("is refused beyond ASCII, with a word on how to write it: %j", (url) => {
    assert.deepStrictEqual(messagesOf(url), [
      "Expected the URL in ASCII: its host name in Punycode (xn--…), other characters percent-encoded"
    ])
  })

  it("is refused when it is no Unicode text", () => {
    assert.isFalse(isAccepted("https://receiver.example/\ud800"))
  })

  it.each([undefined, null, 7, {}, ["https://receiver.example/"]])("is refused when it is no text: %j", (url) => {
    assert.isFalse(isAccepted(url))
  })
})
