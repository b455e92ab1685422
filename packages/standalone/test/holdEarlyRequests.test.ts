/** Requests that come while the service is still being put together. */
import { assert, describe, it } from "@effect/vitest"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { setTimeout } from "node:timers/promises"
import { makeServer } from "../src/server/makeServer.ts"

const listening = async () => {
  const server = makeServer()
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

describe("a request that comes before there is anybody to answer", () => {
  it("is answered when there is, each once, with the body that it brought", async () => {
    const { server, url } = await listening()
    const asked = ["one", "two"].map((body) => fetch(url, { method: "POST", body }))
    // Long enough for both to be there. Were they not, they would be answered all the same.
    await setTimeout(200)
    let answered = 0
    server.on("request", async (request, response) => {
      answered++
      response.end(`got ${await text(request)}`)
    })
    const answers = await Promise.all(asked.map(async (answer) => (await answer).text()))
    assert.deepStrictEqual(answers, ["got one", "got two"])
    assert.strictEqual(await (await fetch(url, { method: "POST", body: "late" })).text(), "got late")
    assert.strictEqual(answered, 3)
    server.closeAllConnections()
    server.close()
  })
})
