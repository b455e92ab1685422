/** What callers say about codings, and which one they get. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { contentCodingFor } from "../../../src/http/streaming/contentCoding.ts"

const all = new Set(["br", "gzip", "zstd"] as const)

const chosen: ReadonlyArray<readonly [acceptEncoding: string | undefined, coding: string | undefined]> = [
  [undefined, undefined],
  ["", undefined],
  ["gzip", "gzip"],
  ["gzip, deflate, br, zstd", "zstd"],
  ["gzip, deflate, br", "br"],
  ["deflate", undefined],
  ["*", "zstd"],
  ["*;q=0", undefined],
  ["zstd;q=0, *", "br"],
  ["gzip;q=1.0, br;q=0.5", "gzip"],
  ["br;q=0.2,gzip;q=0.20,zstd;q=0.1", "br"],
  ["GZIP ; Q=0.001", "gzip"],
  ["gzip;q=0", undefined],
  ["gzip;q=0.000", undefined],
  ["identity, gzip;q=0.5", undefined],
  ["identity;q=0.5, gzip;q=0.5", "gzip"],
  ["identity;q=0, gzip;q=0.5", "gzip"],
  ["identity;q=0", undefined],
  ["gzip;q=2", undefined],
  ["gzip;q=-1, br;q=x, zstd;level=3", undefined],
  ["gzip;;q=1, br", "br"]
]

describe("the coding of an answer", () => {
  it.each(chosen)("for %j is %s", (acceptEncoding, coding) => {
    assert.strictEqual(contentCodingFor(acceptEncoding, all), coding)
  })

  it("is one that the platform has", () => {
    assert.strictEqual(contentCodingFor("zstd, br;q=0.5, gzip;q=0.1", new Set(["gzip"])), "gzip")
    assert.isUndefined(contentCodingFor("zstd, br", new Set(["gzip", "deflate"])))
    assert.isUndefined(contentCodingFor("gzip, deflate", new Set()))
  })

  it.prop("is found, or there is none, for whatever a caller says", [Schema.String], ([text]) => {
    assert.include([undefined, "br", "gzip", "zstd"], contentCodingFor(text, all))
  })

  it("is found at once, however much a caller says", () => {
    for (const many of ["x;q=0.1,", ",", " ;", "gzip;q=", "\t", "*,"]) {
      assert.strictEqual(contentCodingFor(`${many.repeat(20_000)},gzip`, new Set(["gzip"])), "gzip")
    }
  })
})
