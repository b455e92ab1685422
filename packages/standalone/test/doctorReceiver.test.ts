/** `sellerkit doctor --webhook-url`: how far a receiver can be reached. */
import { assert, describe, it } from "@effect/vitest"
import { createServer as createTlsServer } from "node:https"
import { afterEach, beforeEach } from "vitest"
import { type Installation, makeInstallation } from "./installation.ts"
import { selfSigned } from "./selfSigned.ts"

describe("a receiver", () => {
  let installation: Installation
  beforeEach(() => {
    installation = makeInstallation()
  })
  afterEach(() => installation.remove())

  const steps = async (url: string, args: ReadonlyArray<string> = []) => {
    const { checks, code } = await installation.doctor([...args, "--webhook-url", url])
    const names = new Set(["address", "dns", "tcp", "tls", "http"])
    const found = checks.filter(({ check }) => names.has(check))
    return { code, text: found.map(({ check, message, status }) => `${check} ${status}: ${message}`), found }
  }

  it("goes through every step, with the request of the URL check", async () => {
    let body = ""
    const port = await installation.answering((request, response) => {
      request.on("data", (chunk) => (body += chunk))
      request.on("end", () => response.end())
    })
    const { code, text } = await steps(`http://127.0.0.1:${port}/hook`)
    assert.strictEqual(code, 0)
    assert.deepStrictEqual(text, [
      "address ok: 127.0.0.1 may be called",
      `tcp ok: Port ${port} takes connections`,
      "http ok: The receiver answered 200"
    ])
    assert.deepInclude(JSON.parse(body), { events: [], test: true })
    assert.deepStrictEqual((await steps(`127.0.0.1:${port}/hook`)).text, text, "the scheme may be left out")
    const named = await steps(`http://localhost:${port}/hook`)
    assert.match(named.text[1]!, /^dns ok: localhost is at .*127\.0\.0\.1/)
    assert.strictEqual(named.text.at(-1), "http ok: The receiver answered 200")
  })

  it("ends at the step that fails, and says what to do", async () => {
    const ends = async (url: string, expected: RegExp, ...args: ReadonlyArray<string>) => {
      const { code, found, text } = await steps(url, args)
      assert.strictEqual(code, 1)
      assert.match(text.at(-1)!, expected)
      assert.isNotEmpty(found.at(-1)!.advice)
    }
    await ends(
      `http://host.example/${"x".repeat(200)}`,
      /^address problem: It is no URL of a webhook: .*200 characters/
    )
    await ends("http://169.254.169.254/latest", /^address problem: .*a cloud metadata service/)
    await ends(
      "http://127.0.0.1:9000/",
      /^address problem: 127\.0\.0\.1 may not be called: loopback/,
      "--profile",
      "production"
    )
    await ends("http://127.0.0.1:9/", /^tcp problem: Port 9: 127\.0\.0\.1: The connection was refused/)
    const port = await installation.answering((_, response) => response.writeHead(500).end())
    await ends(`http://127.0.0.1:${port}/`, /^http problem: The receiver answered 500 instead of 200/)
    await ends(`https://127.0.0.1:${port}/`, /^tls problem: The TLS connection could not be established/)
  })

  it("takes the refusal of a receiver that wants a secret for what it is", async () => {
    const port = await installation.answering((_, response) => response.writeHead(401).end())
    const { code, text } = await steps(`http://127.0.0.1:${port}/`)
    assert.strictEqual(code, 0)
    assert.match(text.at(-1)!, /^http warning: The receiver answered 401, as one may that wants a secret/)
  })

  it("says what is wrong with a certificate, and sends nothing then", async () => {
    let requests = 0
    const port = await installation.listening(
      createTlsServer(selfSigned, (_, response) => {
        requests++
        response.end()
      })
    )
    const { code, text } = await steps(`https://localhost:${port}/`)
    assert.strictEqual(code, 1)
    assert.match(
      text.at(-1)!,
      /^tls problem: .*: the certificate is self-signed\. The certificate is for 127\.0\.0\.1, localhost, until 2126-/
    )
    assert.strictEqual(requests, 0)
  })
})
