/** Where notifications may go: 10 to 200 characters, http or https (Seller Webhooks Service, Limits). */
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Schema } from "effect"
import { WebhookUrl } from "../../src/webhooks/WebhookUrl.ts"
import { accepts } from "../fixtures.ts"

const isAccepted = (url: unknown): boolean => accepts(WebhookUrl, url)

/** A URL of so many characters; `filler` is one character, however many units it takes. */
const ofLength = (length: number, filler = "a"): string => {
  const start = "http://a.b/"
  return length < start.length ? start.slice(0, length) : start + filler.repeat(length - start.length)
}

describe("the length of a webhook's URL", () => {
  it.each([
    ["refused", 9, "http://ab"],
    ["taken", 10, "http://abc"],
    ["taken", 200, ofLength(200)],
    ["refused", 201, ofLength(201)],
    ["taken", 200, ofLength(200, "😀")],
    ["refused", 201, ofLength(201, "😀")]
  ] as const)("is %s at %i characters", (verdict, length, url) => {
    assert.strictEqual([...url].length, length)
    assert.strictEqual(isAccepted(url), verdict === "taken")
  })

  it.prop(
    "is counted in characters, not in units or bytes",
    [
      Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 11, maximum: 260 }))),
      Arbitrary.schema(Schema.Literals(["a", "ä", "字", "😀"]))
    ],
    ([length, filler]) => {
      assert.strictEqual(isAccepted(ofLength(length, filler)), length <= 200)
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
    "https://получатель.рф/хук",
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
    "https://user:pass word@receiver.example/",
    "https://%75ser:@receiver.example/"
  ])("is refused with credentials: %s", (url) => {
    assert.isFalse(isAccepted(url))
  })

  it.each([
    "https://",
    "https:///////",
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

  it("is refused when it is no Unicode text", () => {
    assert.isFalse(isAccepted("https://receiver.example/\ud800"))
  })

  it.each([undefined, null, 7, {}, ["https://receiver.example/"]])("is refused when it is no text: %j", (url) => {
    assert.isFalse(isAccepted(url))
  })
})
