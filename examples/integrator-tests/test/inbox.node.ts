/** With `node:test`; the inbox is a server of its own, and is called over HTTP as in production. */
import { Sandbox } from "@sellerkit/sandbox"
import { equal } from "node:assert/strict"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { test } from "node:test"
import { Inbox } from "../inbox.ts"

const serve = async (receive: Inbox["receive"]) => {
  const server = createServer(async (request, response) => {
    const headers = new Headers(request.headers as Record<string, string>)
    const answer = await receive(new Request("http://inbox/", { method: "POST", headers, body: await text(request) }))
    response.writeHead(answer.status).end(await answer.text())
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.dispose]: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

test("the inbox gets everything once it is back", async () => {
  await using seller = await Sandbox.start()
  const secrets: Array<string> = []
  const inbox = new Inbox({ secrets, now: () => seller.now.getTime() })
  using server = await serve(inbox.receive)

  // As the CRM does it: through the API, with the seller's token.
  const created = await fetch(`${seller.baseUrl}/api/v1/webhooks`, {
    method: "POST",
    headers: { authorization: await seller.token(), "content-type": "application/json" },
    body: JSON.stringify({
      enabled: true,
      name: "CRM",
      url: server.url,
      subscriptions: [{ scope: "questionsandfeedback", event: "feedback_updated" }]
    })
  })
  equal(created.status, 200)
  secrets.push(((await created.json()) as { readonly secret: string }).secret)

  inbox.isUp = false
  await seller.publish("feedback_updated", "feedback_updated")
  await seller.advance("1 hour")
  equal(inbox.feedback.length, 0)
  inbox.isUp = true
  await seller.publish("feedback_updated")
  await seller.advance("15 minutes")
  equal(inbox.feedback.length, 3)
  const attempts = await seller.deliveries()
  equal(attempts.at(-1)?.success, true)
})
