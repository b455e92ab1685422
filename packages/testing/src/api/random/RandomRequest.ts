/** A request that somebody who means ill might send, as data, so that one that breaks something can be made simpler. */
import { Arbitrary, Schema } from "effect"
import { listOf, mostly, Which } from "../../property/choices.ts"
import { headerNames, hostileJson, hostileTexts } from "./hostileTexts.ts"

const Text = Schema.Union([Schema.Literals(hostileTexts), Schema.String])
const JsonText = Schema.Union([Schema.Literals(hostileJson), Schema.Literals(hostileJson), Schema.String])

const tampered = [
  "none",
  "empty",
  "text",
  "truncated",
  "unsigned",
  "signedByAnotherKey",
  "signedByNoKey",
  "ofAnotherSeller",
  "ofAService",
  "thatNeverExpires",
  "twice"
] as const

export type TamperedToken = (typeof tampered)[number]

const Token = Schema.Union([
  Schema.Literals(["own", "bearer", "personal", "without categories"]),
  Schema.Literals(tampered)
])

/** The value of a path parameter: an id of the caller, an unknown id, or a text, encoded or not. */
const PathValue = Schema.Union([
  Schema.TaggedStruct("Own", { which: Which }),
  Schema.TaggedStruct("Own", { which: Which }),
  Schema.TaggedStruct("Missing", {}),
  Schema.TaggedStruct("Text", { text: Text, encoded: Schema.Boolean })
])

const QueryValue = Schema.Struct({
  /** A name that the operation knows, or a text. */
  name: mostly(Which, Text),
  /** An id of the caller's, or a text; null: the parameter is left out. */
  value: Schema.Union([Text, Text, Which, Schema.Null]),
  encoded: mostly(Schema.Literal(true), Schema.Literal(false))
})

const FieldChange = Schema.Struct({
  field: Which,
  how: Schema.Literals(["replace", "replace", "replace", "remove", "repeat", "add"]),
  json: JsonText
})

const Body = Schema.Union([
  // The right body, when nothing is changed.
  Schema.TaggedStruct("Fields", { changes: listOf(FieldChange, 3) }),
  Schema.TaggedStruct("Fields", { changes: listOf(FieldChange, 3) }),
  Schema.TaggedStruct("Fields", { changes: listOf(FieldChange, 3) }),
  Schema.TaggedStruct("Fields", { changes: Schema.Tuple([]) }),
  Schema.TaggedStruct("Text", { text: JsonText }),
  Schema.TaggedStruct("Bytes", { bytes: listOf(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 })), 20) }),
  Schema.TaggedStruct("Nested", { levels: Schema.Literals([1, 63, 64, 65, 10_000]) }),
  Schema.TaggedStruct("Wide", { values: Schema.Literals([9999, 10_001, 100_000]) }),
  Schema.TaggedStruct("Large", { bytes: Schema.Literals([1_048_000, 1_048_577, 1_500_000]) }),
  Schema.TaggedStruct("Nothing", {})
])

export const RandomRequest = Schema.Struct({
  operation: Which,
  method: mostly(
    Schema.Literal("its own"),
    Schema.Literals(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"])
  ),
  token: mostly(Schema.Literal("own"), Token),
  pathValue: PathValue,
  /** After the path. */
  suffix: mostly(Schema.Literal(""), Schema.Literals(["/", "//", ";a=b", "%00", "/..", "/x", "x".repeat(4000)])),
  query: listOf(QueryValue, 3),
  headers: listOf(Schema.Struct({ name: Schema.Literals(headerNames), value: Text }), 2),
  body: Body
})
export type RandomRequest = typeof RandomRequest.Type

export const isTampered = (token: RandomRequest["token"]): token is TamperedToken =>
  (tampered as ReadonlyArray<string>).includes(token)

/** What one caller sends, one after the other. */
export const anyRequests: Arbitrary.Arbitrary<ReadonlyArray<RandomRequest>> = Arbitrary.array(
  Arbitrary.schema(RandomRequest),
  { minLength: 1, maxLength: 12 }
)
