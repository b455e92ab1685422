/** Files of rows: what is read from them in each format, however damaged they are. */
import { assert, describe, it } from "@effect/vitest"
import { SampleSeller } from "@sellerkit/sandbox"
import { Arbitrary, Effect, Option, Schema } from "effect"
import { parquetWriteBuffer } from "hyparquet-writer"
import { gzipSync } from "node:zlib"
import { TextDecoding } from "../src/cli/imports/files/encoding.ts"
import { longestLine } from "../src/cli/imports/files/TextLines.ts"
import { readBytes } from "./filesToRead.ts"

const sample = (count: number) => {
  const rows = []
  for (const row of new SampleSeller({ seed: "files" }).orders()) if (rows.push(row) === count) break
  return rows
}

const ndjson = (rows: ReadonlyArray<unknown>): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("")

const quoted = (text: string): string => (/[",;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const csvOf = (rows: ReadonlyArray<Readonly<Record<string, unknown>>>, delimiter = ",", end = "\n"): string => {
  const names = Object.keys(rows[0]!)
  const lines = [names, ...rows.map((row) => names.map((name) => String(row[name])))]
  return lines.map((texts) => texts.map(quoted).join(delimiter) + end).join("")
}

/** Letters of Windows-1251, as far as the samples have them. */
const windows1251 = (text: string): Uint8Array =>
  Uint8Array.from(text, (letter) => {
    const code = letter.codePointAt(0)!
    if (code < 0x80) return code
    if (letter === "Ё" || letter === "ё") return letter === "Ё" ? 0xa8 : 0xb8
    return code - 0x410 + 0xc0
  })

const parquetOf = (rows: ReadonlyArray<Readonly<Record<string, unknown>>>, rowGroupSize = 100): Uint8Array =>
  new Uint8Array(
    parquetWriteBuffer({
      columnData: Object.keys(rows[0]!).map((name) => ({ name, data: rows.map((row) => row[name]) })),
      rowGroupSize
    })
  )

type Value = Readonly<Record<string, unknown>>

const numbered = (rows: ReadonlyArray<Value>, first: number) =>
  rows.map((row, index): readonly [line: number, value: Value] => [first + index, row])

const reasons = ({ refused }: Awaited<ReturnType<typeof readBytes>>) =>
  refused.map(({ field, line, reason }) => [line, field, reason])

describe("a file of rows", () => {
  it("is NDJSON, CSV with any delimiter, or Parquet, compressed or not, in a file or the standard input", async () => {
    const rows = sample(250)
    for (const isInput of [false, true]) {
      for (const text of [ndjson(rows), ndjson(rows).replaceAll("\n", "\r\n"), `\uFEFF${ndjson(rows).trimEnd()}`]) {
        assert.deepStrictEqual((await readBytes(text, "ndjson", { isInput })).values, numbered(rows, 1))
        assert.deepStrictEqual((await readBytes(gzipSync(text), "ndjson", { isInput })).values, numbered(rows, 1))
      }
      for (const text of [csvOf(rows), csvOf(rows, ";", "\r\n"), csvOf(rows, "\t"), `\uFEFF${csvOf(rows, ";")}`]) {
        assert.deepStrictEqual((await readBytes(text, "csv", { isInput })).values, numbered(rows, 2))
        assert.deepStrictEqual((await readBytes(gzipSync(text), "csv", { isInput })).values, numbered(rows, 2))
      }
    }
    assert.deepStrictEqual((await readBytes(parquetOf(rows), "parquet")).values, numbered(rows, 1))
    assert.deepStrictEqual((await readBytes(gzipSync(parquetOf(rows)), "parquet")).values, numbered(rows, 1))
  })

  it("is UTF-8, UTF-16 or Windows-1251, as its beginning shows or as is said", async () => {
    const rows = sample(50)
    const text = csvOf(rows, ";")
    assert.deepStrictEqual((await readBytes(windows1251(text), "csv")).values, numbered(rows, 2))
    assert.deepStrictEqual((await readBytes(Buffer.from(`\uFEFF${text}`, "utf16le"), "csv")).values, numbered(rows, 2))
    const bigEndian = Buffer.from(`\uFEFF${text}`, "utf16le").swap16()
    assert.deepStrictEqual((await readBytes(bigEndian, "csv")).values, numbered(rows, 2))
    const plain = csvOf(rows.map((row) => ({ srid: row.srid, brand: "Ё" })))
    const mixed = Buffer.concat([Buffer.from(plain), windows1251("last,Ё\n")])
    assert.strictEqual((await readBytes(windows1251(plain), "csv")).values.at(-1)![1]["brand"], "Ё")
    const said = await readBytes(mixed, "csv", { encoding: Option.some("windows-1251") })
    assert.deepStrictEqual(said.values.at(-1)![1], { srid: "last", brand: "Ё" })
    // What is not in the encoding costs its rows alone.
    assert.deepStrictEqual(
      reasons(await readBytes(mixed, "csv")).map(([line]) => line),
      [52]
    )
  })

  it("is UTF-8 where its first piece ends in the middle of its first letter beyond ASCII", () => {
    const decoding = new TextDecoding(undefined)
    const bytes = Buffer.from("srid,brand\nлето")
    const start = bytes.indexOf(0xd0) + 1
    assert.strictEqual(
      decoding.decode(bytes.subarray(0, start)) + decoding.decode(bytes.subarray(start)),
      "srid,brand\nлето"
    )
  })

  it("goes on after a line that it was read to", async () => {
    const rows = sample(30)
    const after = { after: 12 }
    assert.deepStrictEqual((await readBytes(ndjson(rows), "ndjson", after)).values, numbered(rows.slice(12), 13))
    assert.deepStrictEqual((await readBytes(csvOf(rows), "csv", after)).values, numbered(rows.slice(11), 13))
    assert.deepStrictEqual(
      (await readBytes(parquetOf(rows, 10), "parquet", after)).values,
      numbered(rows.slice(12), 13)
    )
    assert.deepStrictEqual((await readBytes(parquetOf(rows, 10), "parquet", { after: 30 })).rows, [])
  })
})

describe("CSV", () => {
  it("has texts, numbers and truth values by the field, and leaves out what is empty and may be absent", async () => {
    const header = "srid;nmId;isCancel;isSupply;totalPrice;sticker;orderType;extra\n"
    const line = '"a;""b""";12;TRUE;0;-1.5e2;;;x\n'
    const found = await readBytes(header + line, "csv")
    const value = { srid: 'a;"b"', nmId: 12, isCancel: true, isSupply: false, totalPrice: -150, sticker: "" }
    assert.deepStrictEqual([found.values, found.unknown], [[[2, value]], ["extra"]])
    const wrong = `${header}a;1,5;;;;;;\na;;ja;;;;;\na;;;;12345678901234567890;;;\na;;;;1e999;;;\n`
    assert.deepStrictEqual(reasons(await readBytes(wrong, "csv")), [
      [2, "nmId", "Expected a number, such as 1234.5; --decimal-comma takes 1234,5"],
      [3, "isCancel", "Expected true, false, 1 or 0"],
      [4, "totalPrice", "Expected a number up to 9007199254740991"],
      [5, "totalPrice", "Expected a number up to 9007199254740991"]
    ])
    const comma = await readBytes(`${header}a;;;;1234,5;;;\na;;;;1.234,5;;;\n`, "csv", { hasDecimalComma: true })
    assert.deepStrictEqual(
      [comma.values, reasons(comma)],
      [[[2, { srid: "a", totalPrice: 1234.5, sticker: "" }]], [[3, "totalPrice", "Expected a number, such as 1234,5"]]]
    )
  })

  it("loses one row to a quote without an end, and to another number of columns", async () => {
    const text = 'srid,brand\na,"open\nb,good\n"c"x,bad\nd,5" wide\ne\nf,g,h\n,"i""",\n"j","""k"""\nl,"m'
    const found = await readBytes(text, "csv")
    assert.deepStrictEqual(
      found.values.map(([line, { brand }]) => [line, brand]),
      [
        [3, "good"],
        [5, '5" wide'],
        [9, '"k"']
      ]
    )
    const quote = "Expected a quoted text to end before the next column"
    assert.deepStrictEqual(reasons(found), [
      [2, "", quote],
      [4, "", quote],
      [6, "", "Expected 2 columns, and found 1"],
      [7, "", "Expected 2 columns, and found 3"],
      [8, "", "Expected 2 columns, and found 3"],
      [10, "", quote]
    ])
    assert.strictEqual(found.refused[0]!.row, 'a,"open')
  })

  it("is not read at all where its first line does not name fields", async () => {
    const failureOf = async (text: string) => (await readBytes(text, "csv")).failure
    assert.match(
      (await failureOf("a,b\n1,2\n"))!,
      /^The rows cannot be read: Its first line names none of the fields: date, /
    )
    assert.match((await failureOf("srid,nmId,srid\n"))!, /names "srid" twice/)
    assert.match((await failureOf('"srid,nmId\n'))!, /quotes of its first line/)
    assert.strictEqual(await failureOf(""), undefined)
  })
})

describe("NDJSON", () => {
  it("loses lines that are no objects, and is no array", async () => {
    const found = await readBytes('{"srid":"a"}\n\n{"srid"\n17\n[]\nnull\n{"srid":"b"}', "ndjson")
    assert.deepStrictEqual(found.values, [
      [1, { srid: "a" }],
      [7, { srid: "b" }]
    ])
    assert.deepStrictEqual(reasons(found), [
      [3, "", "Expected JSON"],
      [4, "", "Expected an object"],
      [5, "", "Expected an object"],
      [6, "", "Expected an object"]
    ])
    assert.match((await readBytes('[{"srid":"a"}]', "ndjson")).failure!, /JSON array. Write a row in each line/)
  })

  it("keeps a row as it is written", async () => {
    const [row] = (await readBytes('{"nmId": 12345678901234567890}\n', "ndjson")).rows
    assert.deepStrictEqual(row, {
      line: 1,
      text: '{"nmId": 12345678901234567890}',
      value: { nmId: 12345678901234567000 }
    })
  })
})

describe("a damaged file", () => {
  it("loses a line that is too long, of which it keeps little", async () => {
    const rows = sample(3)
    const long = JSON.stringify({ ...rows[1], sticker: "x".repeat(10 * longestLine) })
    const found = await readBytes(`${JSON.stringify(rows[0])}\n${long}\n${JSON.stringify(rows[2])}\n`, "ndjson")
    assert.deepStrictEqual(found.values, [
      [1, rows[0]!],
      [3, rows[2]!]
    ])
    assert.deepStrictEqual(reasons(found), [[2, "", "Expected at most 65536 characters in a line"]])
    assert.strictEqual(String(found.refused[0]!.row).length, 1000)
  })

  it("gives all rows before the place where gzip is cut off or damaged, and says where that is", async () => {
    const rows = sample(2000)
    const whole = gzipSync(ndjson(rows))
    for (const part of [0.1, 0.35, 0.5, 0.75, 0.99]) {
      for (const isInput of [false, true]) {
        const { failure, refused, values } = await readBytes(
          whole.subarray(0, Math.floor(whole.length * part)),
          "ndjson",
          { isInput }
        )
        assert.deepStrictEqual([failure, values], [undefined, numbered(rows.slice(0, values.length), 1)])
        assert.isAbove(values.length, rows.length * (part - 0.1))
        assert.deepStrictEqual(
          refused.map(({ line, reason }) => [line, reason]),
          [[values.length + 1, "The gzip ends too early: unexpected end of file"]]
        )
      }
    }
    const damaged = Uint8Array.from(whole)
    damaged.fill(0xff, whole.length / 2, whole.length / 2 + 10)
    const found = await readBytes(damaged, "ndjson")
    assert.match(found.refused.at(-1)!.reason, /^The gzip ends too early: /)
    assert.isAbove(found.values.length, rows.length / 3)
    // It is told once, also where the import goes on after it.
    const { line } = found.refused.at(-1)!
    assert.deepStrictEqual((await readBytes(damaged, "ndjson", { after: line })).rows, [])
  })

  it("gives the row groups of Parquet that can be read, and says which rows cannot", async () => {
    const rows = sample(300)
    const whole = parquetOf(rows)
    const damaged = Uint8Array.from(whole)
    // In the second of three groups.
    damaged.fill(0xff, Math.floor(whole.length * 0.45), Math.floor(whole.length * 0.5))
    const { refused, values } = await readBytes(damaged, "parquet")
    assert.deepStrictEqual(values, [...numbered(rows.slice(0, 100), 1), ...numbered(rows.slice(200), 201)])
    assert.strictEqual(refused.length, 1)
    assert.match(refused[0]!.reason, /^Rows 101 to 200 cannot be read: /)
    assert.strictEqual(refused[0]!.line, 200)
    assert.deepStrictEqual((await readBytes(damaged, "parquet", { after: 200 })).refused, [])
    const cut = await readBytes(whole.subarray(0, whole.length / 2), "parquet")
    assert.match(cut.failure!, /^The rows cannot be read: /)
    const cutGzip = gzipSync(whole)
    assert.match((await readBytes(cutGzip.subarray(0, cutGzip.length / 2), "parquet")).failure!, /gzip ends too early/)
  })
})

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** What may happen to a file: bytes are changed or put in, and the end is cut off. Places are parts of a thousand. */
const Damage = Schema.Struct({
  changed: Schema.Array(Schema.Struct({ at: between(0, 999), byte: between(0, 255) })).check(Schema.isMaxLength(12)),
  added: Schema.Struct({ at: between(0, 999), bytes: Schema.Array(between(0, 255)).check(Schema.isMaxLength(60)) }),
  repeated: between(0, 3),
  kept: Schema.Union([between(0, 1000), Schema.Literal(1000), Schema.Literal(1000)])
})

const anyDamage = Arbitrary.schema(Damage)

const damagedBy = ({ added, changed, kept, repeated }: typeof Damage.Type, whole: Uint8Array): Uint8Array => {
  const place = (part: number) => Math.floor((whole.length * part) / 1000)
  const bytes = Uint8Array.from(whole.subarray(0, place(kept)))
  for (const { at, byte } of changed) if (place(at) < bytes.length) bytes[place(at)] = byte
  const middle = place(added.at)
  const put = Array.from({ length: 1 + 500 * repeated }, () => added.bytes).flat()
  return Uint8Array.from([...bytes.subarray(0, middle), ...put, ...bytes.subarray(middle)])
}

describe("a file that anything may have happened to", () => {
  const rows = sample(40)
  const kinds = {
    CSV: [Buffer.from(csvOf(rows, ";")), "csv"],
    "CSV in Windows-1251": [windows1251(csvOf(rows)), "csv"],
    NDJSON: [Buffer.from(ndjson(rows)), "ndjson"],
    "NDJSON in gzip": [gzipSync(ndjson(rows)), "ndjson"],
    Parquet: [parquetOf(rows, 10), "parquet"]
  } as const

  for (const [name, [whole, format]] of Object.entries(kinds)) {
    it.effect.prop(
      `is read to its end as ${name}: each row is good, or refused with its line and a reason`,
      [anyDamage],
      ([damage]) =>
        Effect.promise(async () => {
          const { failure, refused, rows: found } = await readBytes(damagedBy(damage, whole), format)
          const lines = found.map(({ line }) => line)
          assert.deepStrictEqual(
            lines,
            [...new Set(lines)].toSorted((one, other) => one - other)
          )
          for (const { field, reason } of refused) assert.isTrue(reason.length > 0 && typeof field === "string")
          // Nothing is both refused as a whole and read.
          if (failure !== undefined) assert.match(failure, /^The rows cannot be read: /)
          for (const row of found) if ("text" in row) assert.deepStrictEqual(JSON.parse(row.text), row.value)
          // Lines that nothing has happened to are there as they were.
          if (format === "ndjson" && whole[0] !== 0x1f && failure === undefined) {
            const text = new TextDecoder().decode(damagedBy(damage, whole))
            const intact = rows.filter((row) => text.split("\n").includes(JSON.stringify(row)))
            const read = new Set(found.flatMap((row) => ("text" in row ? [row.text] : [])))
            for (const row of intact) assert.isTrue(read.has(JSON.stringify(row)))
          }
        }),
      { arbitrary: { runs: 40, seed: process.env.PROPERTY_SEED || "sellerkit" } }
    )
  }
})
