/** Payloads and commands: nothing of what was published is changed, and nothing of it is run. */
import { execFileSync } from "node:child_process"
import { describe, expect, it } from "vitest"
import { publicationBody } from "../src/app/api/publicationBody.ts"
import { curl, notificationBody } from "../src/app/events/curl.ts"
import { payloadOf, readJson, writeJson } from "../src/app/events/json.ts"
import { quoted } from "../src/app/events/quoted.ts"

const payload =
  '{"large":12345678901234567890,"exact":1.0,"power":1e3,"list":[null,true,"<b>\\u0000"],"__proto__":{"a":1}}'

describe("payloads", () => {
  it("keep the digits of their numbers", () => {
    expect(writeJson(readJson(payload))).toBe(payload)
    expect(writeJson(payloadOf(`{"id":"e","payload":${payload}}`))).toBe(payload)
  })

  it("are published as the text that was entered", () => {
    const event = { scope: "content", type: "card_changed", payload, idempotencyKey: 'k"' }
    const body = publicationBody({ sellerId: "s", sandbox: true }, event)
    expect(body).toContain(`"payload":${payload}`)
    expect(JSON.parse(body)).toMatchObject({
      sellerId: "s",
      sandbox: true,
      events: [{ scope: "content", type: "card_changed", idempotencyKey: 'k"' }]
    })
  })

  it("without a key leave it to the service", () => {
    const body = publicationBody(
      { sellerId: "s", sandbox: false },
      { scope: "a", type: "b", payload: "{}", idempotencyKey: "" }
    )
    expect(JSON.parse(body)).toEqual({
      sellerId: "s",
      sandbox: false,
      events: [{ scope: "a", type: "b", payload: {} }]
    })
  })
})

describe("commands", () => {
  it("are one word for a shell, whatever is in them", () => {
    for (const text of ["", "'", "'; exit 1; '", "$(exit 1)`exit 1`", "a\nb\\", '"!$HOME"', "--flag"]) {
      expect(execFileSync("/bin/sh", ["-c", `printf %s ${quoted(text)}`], { encoding: "utf8" })).toBe(text)
    }
  })

  it("carry the notification", () => {
    const event = {
      id: "e",
      idempotencyKey: "it's",
      scope: "content",
      test: false,
      time: "2026-01-15T09:30:00.125Z",
      type: "card_changed"
    }
    const body = notificationBody({ sellerId: "s", requestId: "r", event, payload: readJson(payload) })
    expect(JSON.parse(body)).toMatchObject({ sellerId: "s", requestId: "r", events: [event] })
    const words = execFileSync(
      "/bin/sh",
      ["-c", curl("https://shop.example/hook?a=1&b='", body).replace(/^curl/, "printf '%s\\n'")],
      {
        encoding: "utf8"
      }
    ).split("\n")
    expect(words).toContain(body)
    expect(words).toContain("https://shop.example/hook?a=1&b='")
  })
})
