/** What is wrong with a field, in words and values that may be shown. */
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Result, Schema } from "effect"
import { type FieldProblem, fieldProblems } from "../../src/validation/FieldProblem.ts"
import { WebhookUrl } from "../../src/webhooks/WebhookUrl.ts"

const problemsOf = (schema: Schema.Codec<any, any>, input: unknown, root = "body"): ReadonlyArray<FieldProblem> => {
  const result = Schema.decodeUnknownResult(schema, { errors: "all", reportInput: true })(input)
  return Result.isFailure(result) ? fieldProblems(root, result.failure.issue, input) : []
}

/** Refuses everything, so that any value can be looked at in the answer. */
const Refused = Schema.Unknown.check(Schema.makeFilter(() => "Expected something else"))

const shown = (value: unknown): unknown => problemsOf(Schema.Struct({ field: Refused }), { field: value })[0]!.value

const locationsOf = (schema: Schema.Codec<any, any>, input: unknown, root?: string): ReadonlyArray<string> =>
  problemsOf(schema, input, root).map(({ location }) => location)

const Line = Schema.Struct({ article: Schema.String, count: Schema.Int })
const Order = Schema.Struct({ number: Schema.Int, lines: Schema.Array(Line) })

describe("the location of a problem", () => {
  it("is the field below its part of the request", () => {
    assert.deepStrictEqual(locationsOf(Order, { number: "one", lines: [] }), ["body.number"])
  })

  it("is the path to the field, indexes and all", () => {
    const input = {
      number: 1,
      lines: [
        { article: "a", count: 1 },
        { article: 2, count: 1 }
      ]
    }
    assert.deepStrictEqual(locationsOf(Order, input), ["body.lines.1.article"])
  })

  it("is there for every failing field", () => {
    const input = { number: 1.5, lines: [{ article: 1 }, { count: "x" }] }
    const locations = locationsOf(Order, input)
    assert.sameMembers(
      [...locations],
      ["body.number", "body.lines.0.article", "body.lines.0.count", "body.lines.1.article", "body.lines.1.count"]
    )
  })

  it("is the field that is missing", () => {
    assert.deepStrictEqual(locationsOf(Order, { lines: [] }), ["body.number"])
  })

  it.each([null, "text", 7, []])("is the part itself when that is %j", (input) => {
    assert.deepStrictEqual(locationsOf(Order, input, "payload"), ["payload"])
  })
})

describe("the value of a problem", () => {
  it.each(["text", "", 7, 1.5, true, false, null])("is the value itself when it is %j", (value) => {
    assert.strictEqual(shown(value), value)
  })

  it.each([[{ a: 1, b: [true] }], [[1, "two"]], [{}], [[]]])("is the value itself when it is small: %j", (value) => {
    assert.deepStrictEqual(shown(value), value)
  })

  it("is null when there is none", () => {
    assert.deepStrictEqual(
      problemsOf(Order, { lines: [] }).map(({ value }) => value),
      [null]
    )
  })

  it("is a text of 200 characters as it is", () => {
    assert.strictEqual(shown("x".repeat(200)), "x".repeat(200))
  })

  it("is the beginning of a longer text", () => {
    assert.strictEqual(shown("x".repeat(201)), `${"x".repeat(200)}…`)
  })

  it.each([[{ a: "x".repeat(200) }], [Array.from({ length: 100 }, () => 7)]])(
    "is null when it is a large object or list",
    (value) => assert.isNull(shown(value))
  )

  it.prop("is never more than a little, whatever came in", [Schema.Json], ([value]) => {
    assert.isAtMost(JSON.stringify(shown(value)).length, 1300)
  })
})

const secretUrls = [
  "https://user:hunter2@receiver.example/",
  "https://hunter2@receiver.example/",
  "https://:hunter2@receiver.example/",
  "HTTPS://user:hunter2@receiver.example",
  "https://user:hunter2@hunter2@receiver.example/",
  "https://user:hun:ter2hunter2@receiver.example/",
  "ftp://user:hunter2@receiver.example/",
  "postgres+tls://user:hunter2@receiver.example/db",
  "https://user:hunter2@",
  "ht\ntps://user:hunter2@receiver.example/",
  "see https://user:hunter2@receiver.example/ and http://hunter2@receiver.example/"
]

describe("credentials in a URL", () => {
  it.each(secretUrls)("are not shown in the value: %j", (url) => {
    assert.notInclude(String(shown(url)), "hunter2")
  })

  it.each(secretUrls)("are not shown in the message: %j", (url) => {
    const Quoting = Schema.String.check(Schema.makeFilter((text: string) => `Expected no ${text}`))
    const [problem] = problemsOf(Schema.Struct({ url: Quoting }), { url })
    assert.notInclude(problem!.message, "hunter2")
  })

  it.each(secretUrls)("are not shown within a list or an object: %j", (url) => {
    assert.notInclude(JSON.stringify([shown([url]), shown({ url }), shown({ deep: { url } })]), "hunter2")
  })

  it.each([":", "a", ": ", "/", "@", ":@", "https://", "https://a:"])(
    "are looked for in time that grows with the text, not with its square: %j",
    (piece) => {
      const started = process.cpuUsage()
      shown(piece.repeat(60_000))
      const { system, user } = process.cpuUsage(started)
      assert.isBelow((system + user) / 1000, 1000)
    }
  )

  it("leave the rest of the URL to be seen", () => {
    assert.strictEqual(shown("https://user:hunter2@receiver.example/a"), "https:…@receiver.example/a")
  })

  it("are not shown when the URL is refused because of them", () => {
    const [problem] = problemsOf(Schema.Struct({ url: WebhookUrl }), { url: "https://user:hunter2@receiver.example/" })
    assert.deepStrictEqual(problem, {
      message: "Expected a URL without a user name or password",
      location: "body.url",
      value: "https:…@receiver.example/"
    })
  })

  it("are not shown when a long URL is cut", () => {
    assert.notInclude(String(shown(`https://user:${"hunter2".repeat(100)}@receiver.example/`)), "hunter2")
  })

  it.each(["https://receiver.example/", "hunter2@receiver.example", "someone@receiver.example: hello"])(
    "are not seen where there are none: %s",
    (text) => assert.strictEqual(shown(text), text)
  )

  const anyUserInfo = Arbitrary.schema(Schema.String.check(Schema.isPattern(/^[^/?#\s"\\@]{1,40}$/)))

  it.prop("are not shown, whatever characters they are made of", [anyUserInfo], ([password]) => {
    const url = `https://user:hunter2${password}@receiver.example/`
    assert.strictEqual(shown(url), "https:…@receiver.example/")
  })

  it.each(['https://user:hun"hunter2@receiver.example/', "https://user:hun hunter2@receiver.example/"])(
    "are not shown although they have quotes or blanks: %s",
    (url) => {
      assert.notStrictEqual(new URL(url).password, "")
      assert.notInclude(String(shown(url)), "hunter2")
    }
  )

  it.each([
    "https:user:hunter2@receiver.example/",
    "https:/user:hunter2@receiver.example/",
    "https:\\\\user:hunter2@receiver.example/",
    "https:/\\user:hunter2@receiver.example/"
  ])("are not shown although the URL is spelled oddly: %j", (url) => {
    assert.strictEqual(new URL(url).password, "hunter2")
    assert.notInclude(String(shown(url)), "hunter2")
  })
})

describe("many problems", () => {
  const Flags = Schema.Record(Schema.String, Schema.Boolean)
  const wrong = (count: number, key = "flag") =>
    problemsOf(Flags, Object.fromEntries(Array.from({ length: count }, (_, index) => [`${key}${index}`, "yes"])))

  it("are all shown up to a hundred", () => {
    assert.lengthOf(wrong(100), 100)
  })

  it("are counted beyond a hundred", () => {
    const problems = wrong(5000)
    assert.lengthOf(problems, 101)
    assert.deepStrictEqual(problems.at(-1), { message: "And 4900 more problems", location: "body", value: null })
  })

  it("do not repeat a long location", () => {
    assert.isBelow(JSON.stringify(wrong(100, "x".repeat(10_000))).length, 50_000)
  })
})

describe("a number that JSON cannot write", () => {
  it.each([[JSON.parse("1e999")], [[JSON.parse("-1e999")]], [{ deep: JSON.parse("1e999") }]])(
    "is shown as JSON would write it: %j",
    (value) => {
      const [problem] = problemsOf(Schema.String, value)
      assert.deepStrictEqual(problem!.value, JSON.parse(JSON.stringify(value)))
    }
  )
})
