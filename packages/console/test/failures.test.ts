/** What answers of the service mean for the page. */
import { describe, expect, it } from "vitest"
import { Failure, failureOf, pauseAfter } from "../src/app/api/http/Failure.ts"

const none = new Headers()

describe("failures", () => {
  it("name the fields that are refused", () => {
    const body = JSON.stringify({
      title: "Bad Request",
      detail: "Invalid",
      requestId: "r",
      errors: [{ location: "body.url", message: "Expected https", value: "x" }]
    })
    expect(failureOf(400, none, body).reason).toEqual({
      kind: "refused",
      status: 400,
      title: "Bad Request",
      detail: "Invalid",
      requestId: "r",
      fields: [{ location: "body.url", message: "Expected https" }]
    })
  })

  it("take any body, because a proxy may have written it", () => {
    for (const body of ["", "<html>", "null", "[]", "3", '{"errors":"x","title":{}}', '{"errors":[null,1]}']) {
      expect(failureOf(400, none, body).reason.kind).toBe("refused")
    }
  })

  it("wait as long as the service asks", () => {
    expect(pauseAfter(failureOf(429, new Headers({ "x-ratelimit-retry": "3" }), ""), 1)).toBe(3000)
    expect(pauseAfter(failureOf(429, new Headers({ "retry-after": "7" }), ""), 1)).toBe(7000)
    expect(pauseAfter(failureOf(429, new Headers({ "retry-after": "soon" }), ""), 1)).toBe(5000)
  })

  it("are tried again where that may help, with growing pauses", () => {
    const unreachable = new Failure({ kind: "unreachable" })
    expect([1, 2, 3, 4, 5, 6, 7, 100].map((failures) => pauseAfter(unreachable, failures))).toEqual([
      1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 30_000
    ])
    expect(pauseAfter(failureOf(503, none, ""), 1)).toBe(1000)
  })

  it("are not tried again where that cannot help", () => {
    for (const status of [400, 401, 403, 404, 409, 501]) {
      expect(pauseAfter(failureOf(status, none, ""), 1)).toBeUndefined()
    }
  })
})
