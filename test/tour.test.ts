/** Commands that the documents show are run, one after the other, against a service. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { startFreshService } from "./fixtures/freshService.ts"
import { inLanguage, root } from "./fixtures/snippets.ts"

type FreshService = Awaited<ReturnType<typeof startFreshService>>

/**
 * Who reads along kills the receiver when what was sent to it has come: the webhook of one that is cut off pauses already. The
 * operator interface is asked, which takes far less than another command takes to start.
 */
const asPeopleRead = ({ text }: { readonly text: string }): string =>
  text.startsWith("kill")
    ? `until curl -s -H "Authorization: Bearer $READER_KEY" "$READER_WEBHOOKS" | grep -q '"waiting":0'; do sleep 0.2; done\n${text}`
    : text

/** What the start message tells to do, as it is printed. */
const assertStartMessageWorks = async ({ commands, fact, runShell }: FreshService): Promise<void> => {
  const [listen, publish] = commands
  const { out, status } = await runShell(
    [
      `${listen} > listened &`,
      "until grep -q secret listened; do sleep 0.2; done",
      publish,
      "until grep -q notification listened; do sleep 0.2; done",
      "kill %1",
      "wait || true",
      "cat listened"
    ].join("\n")
  )
  assert.strictEqual(status, 0, out)
  assert.match(out, /"deliveries":1/)
  assert.match(out, /"secretValid":true,"signatureValid":true/)
  assert.match(fact("Documentation"), /\/docs$/)
}

describe("the README", () => {
  const tour = inLanguage("sh").filter(({ file }) => file === "README.md")

  describe("of a service that is started without settings", () => {
    let service: FreshService
    beforeAll(async () => {
      service = await startFreshService()
    })
    afterAll(() => service.end())

    it("names a start message whose two commands work as they are printed", { timeout: 200_000 }, () =>
      assertStartMessageWorks(service)
    )

    it("shows a tour that works, command by command, as often as it is taken", { timeout: 400_000 }, async () => {
      const { fact, runShell } = service
      const variables = {
        SELLERKIT_URL: fact("API"),
        // As on a terminal, where people read along.
        SELLERKIT_JSON: "false",
        READER_KEY: fact("Operator key"),
        READER_WEBHOOKS: `${fact("API")}/operator/v1/sellers/${fact("Seller")}/webhooks`
      }
      const taken = async (steps: typeof tour) => {
        const { out, status } = await runShell(steps.map(asPeopleRead).join("\n"), variables)
        assert.strictEqual(status, 0, out)
        assert.match(out, /^Name +My first webhook$/m)
        assert.match(out, /^Accepted content\/card_changed \S{36}, for 1 webhook$/m)
        return out
      }
      const out = await taken(tour)
      assert.match(out, /secret right, signature right {2}→ 200\n {2}content\/card_changed/)
      assert.match(out, /^\S+Z {2}\S{36} {2}200 {5}My first webhook$/m)
      assert.match(out, /^\S{36} {2}My first webhook {2}healthy/m)
      assert.match(out, /^State +disabled$/m)
      assert.match(out, /^Accepted 8 test events for My first webhook/m)
      assert.match(out, /^\S{36} {2}My first webhook {2}\d +pending/m)
      assert.match(out, /^\S{36} {2}My first webhook {2}[2-9] +delivered$/m)
      assert.match(out, /^Deleted My first webhook/m)
      // The later steps wait for a receiver that is down: once is enough.
      const published = tour.findIndex(({ text }) => text.includes("publish"))
      await taken(tour.slice(0, published + 1))
    })
  })

  it("names a start message whose two commands work with a data folder and an operator key of one's own", async () => {
    const service = await startFreshService({
      SELLERKIT_DATA: "my data",
      SELLERKIT_OPERATOR_KEY: "a key of one's own, at least 32 characters"
    })
    try {
      await assertStartMessageWorks(service)
    } finally {
      await service.end()
    }
  })
})

describe("what to do at night", () => {
  const document = "docs/operations.md"
  const heading = readFileSync(join(root, document), "utf8").split("\n").indexOf("## At night")
  const steps = inLanguage("sh").filter(({ file, line }) => file === document && line > heading)

  it("is shown as commands that find what is wrong, and mend it", async () => {
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
