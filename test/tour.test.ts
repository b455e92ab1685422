/** Commands that the documents show are run, one after the other, against a service. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { startFreshService } from "./fixtures/freshService.ts"
import { inLanguage, root } from "./fixtures/snippets.ts"

describe("the README", () => {
  it("shows a tour that works, command by command, as often as it is taken", { timeout: 120_000 }, async () => {
    const { end, fact, runShell } = await startFreshService()
    try {
      const tour = inLanguage("sh")
        .filter(({ file }) => file === "README.md")
        .map(({ text }) => text)
        .join("\n")
      for (const time of ["first", "second"]) {
        const { out, status } = await runShell(tour, {
          API: fact("API"),
          TOKEN: fact("Token"),
          OPERATOR_KEY: fact("Operator key"),
          SELLER: fact("Seller")
        })
        assert.strictEqual(status, 0, `${time}: ${out}`)
        assert.match(out, /"secretValid":true,"signatureValid":true/)
        assert.match(out, /"idempotencyKey":"card-12345678-\d+"/)
        assert.match(out, /"success":true,"responseCode":200/)
        assert.match(out, /"action":"createWebhook"/)
        assert.match(out, /"fate":"pending","attempts":1/)
        assert.match(out, /"name":"Back again"/)
      }
    } finally {
      await end()
    }
  })

  const settings: ReadonlyArray<readonly [string, Readonly<Record<string, string>>]> = [
    ["", {}],
    [" with a data folder of one's own", { SELLERKIT_DATA: "my data" }],
    [" with an operator key of one's own", { SELLERKIT_OPERATOR_KEY: "a key of one's own, at least 32 characters" }]
  ]
  for (const [title, env] of settings) {
    it(`names a start message whose three commands work as they are printed${title}`, { timeout: 60_000 }, async () => {
      const { commands, end, fact, receiver, runShell } = await startFreshService(env)
      try {
        const [create, listen, publish] = commands
        const untilItListens = `curl -s --retry 20 --retry-delay 1 --retry-connrefused ${receiver}`
        const { out, status } = await runShell(
          `${create}\n${listen} &\n${untilItListens}\n${publish}\nsleep 1\nkill %1\nwait || true`
        )
        assert.strictEqual(status, 0, out)
        assert.match(out, /"deliveries":1/)
        assert.match(out, /"secretValid":true,"signatureValid":true/)
        assert.match(fact("Documentation"), /\/docs$/)
      } finally {
        await end()
      }
    })
  }
})

describe("what to do at night", () => {
  const document = "docs/operations.md"
  const heading = readFileSync(join(root, document), "utf8").split("\n").indexOf("## At night")
  const steps = inLanguage("sh").filter(({ file, line }) => file === document && line > heading)

  it("is shown as commands that find what is wrong, and mend it", { timeout: 120_000 }, async () => {
    const { end, fact, receiver, runShell } = await startFreshService()
    try {
      const [api, seller] = [fact("API"), fact("Seller")]
      const post = async (path: string, authorization: string, body: object) => {
        const headers = { authorization, "content-type": "application/json" }
        const answer = await fetch(`${api}${path}`, { method: "POST", headers, body: JSON.stringify(body) })
        assert.isTrue(answer.ok, path)
        return answer.json()
      }
      const subscriptions = [{ scope: "content", event: "card_changed" }]
      const webhook = { enabled: true, name: "Orders", url: receiver, subscriptions }
      const { id } = await post("/api/v1/webhooks", fact("Token"), webhook)
      const payload = { nmID: 1, vendorCode: "a", updatedAt: "2026-01-15T09:30:00Z" }
      const published = await post("/operator/v1/events", `Bearer ${fact("Operator key")}`, {
        sellerId: seller,
        events: [{ scope: "content", type: "card_changed", payload }]
      })
      const variables = {
        SELLERKIT_URL: api,
        PORT: new URL(api).port,
        SELLER: seller,
        WEBHOOK: id,
        EVENT: published.events[0].id,
        RECEIVER: receiver
      }
      const isUp = steps.findIndex(({ text }) => text.includes("--webhook-url"))
      const textOf = (some: typeof steps) => some.map(({ text }) => text).join("\n")
      const down = await runShell(textOf(steps.slice(0, isUp)), variables)
      assert.strictEqual(down.status, 0, down.out)
      assert.match(down.out, /"check":"database","status":"ok"/)
      assert.match(down.out, /"state":"failing"/)
      assert.match(down.out, /"error":"The connection was refused"/)
      assert.match(down.out, /"fate":"pending"/)
      const listener = createServer((request, response) => request.resume().on("end", () => response.end()))
      listener.listen(Number(new URL(receiver).port), "127.0.0.1")
      const up = await runShell(textOf(steps.slice(isUp)), variables)
      listener.close()
      assert.strictEqual(up.status, 0, up.out)
      assert.match(up.out, /"check":"http","status":"ok"/)
      assert.match(up.out, /"onlyFailed":true.*"state":"finished"/)
    } finally {
      await end()
    }
  })
})
