/** Commands that talk to what is no service of this kind: they say so, whatever it answers. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { runCommand } from "./runningCommand.ts"

const sellerId = crypto.randomUUID()

const commands = {
  token: ["token", "--seller", sellerId],
  publish: ["publish", "card_changed", "--seller", sellerId],
  webhooks: ["webhooks", "--seller", sellerId]
}

describe("a command whose service is none", () => {
  let server: Server
  let answer: { readonly status: number; readonly body: string }
  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume()
      response.writeHead(answer.status, { "content-type": "text/html" }).end(answer.body)
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
  })
  afterAll(() => server.close())

  const errorOf = async (args: ReadonlyArray<string>): Promise<string> => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const env = { SELLERKIT_URL: url, SELLERKIT_OPERATOR_KEY: "a key" }
    const { code, err, out } = await runCommand(args, { env })
    assert.deepStrictEqual([code, out], [1, ""], err)
    return JSON.parse(err).error
  }

  for (const [name, args] of Object.entries(commands)) {
    it(`says that it is another one: ${name}`, async () => {
      for (const body of ["<html>Welcome</html>", '{"hello":"world"}', ""]) {
        answer = { status: 200, body }
        assert.match(await errorOf(args), /^What answers at http:\S+ is no service of this version$/, body)
      }
    })

    it(`gives the status of what is in between: ${name}`, async () => {
      answer = { status: 502, body: "<html>Bad gateway</html>" }
      assert.strictEqual(await errorOf(args), "The service answered 502")
    })
  }
})
