/** Commands that manage webhooks, against a service: as a seller with a token, and as the operator for a seller. */
import { assert, describe, it } from "@effect/vitest"
import { operatorKey, startService } from "./runningService.ts"
import { serviceWithCommand } from "./serviceWithCommand.ts"

const everything = [
  { scope: "contentanalytics", event: "report_generation_complete" },
  { scope: "content", event: "card_creation_error" },
  { scope: "content", event: "card_changed" },
  { scope: "questionsandfeedback", event: "feedback_updated" },
  { scope: "promotion", event: "campaign_status_changed" },
  { scope: "promotion", event: "campaign_budget_exhausted" },
  { scope: "promotion", event: "campaign_declined" },
  { scope: "promotion", event: "campaign_removed" }
]

const { errorOf, forSeller, makeToken, printed, service } = await serviceWithCommand("webhooks")

describe("commands that manage webhooks", () => {
  /** The commands for a seller that no other test uses. */
  const forNewSeller = () => {
    const sellerId = crypto.randomUUID()
    return { sellerId, ...forSeller(sellerId) }
  }

  it("take a webhook from its creation to its end, with the operator key", async () => {
    const { error, json, sellerId } = forNewSeller()
    const created = await json("create", "https://host.example/webhooks", "--name", "Cards")
    assert.deepInclude(created, { enabled: true, name: "Cards", url: "https://host.example/webhooks" })
    assert.deepStrictEqual(created.subscriptions, everything)
    assert.match(created.secret, /^whsec_/)
    const { secret: _, ...webhook } = created
    assert.deepStrictEqual(await json("get", created.id), webhook)
    const disabled = await json("disable", created.id)
    assert.deepStrictEqual({ ...disabled, updatedAt: webhook.updatedAt }, { ...webhook, enabled: false })
    assert.match(await error("test", created.id), /is disabled; enable it/)
    assert.strictEqual((await json("enable", created.id)).enabled, true)
    const refreshed = await json("refresh-secret", created.id)
    assert.match(refreshed.secret, /^whsec_/)
    assert.notStrictEqual(refreshed.secret, created.secret)
    assert.lengthOf((await json("test", created.id)).events, everything.length)
    assert.deepStrictEqual(await json("delete", created.id), { id: created.id, deleted: true })
    assert.strictEqual(await printed(["--seller", sellerId], { env: { SELLERKIT_OPERATOR_KEY: operatorKey } }), "")
    assert.strictEqual(await error("get", created.id), `There is no webhook ${created.id}. This account has none.`)
  })

  it("show to people what they did, and the secret where it is made", async () => {
    const { shown } = forNewSeller()
    const created = await shown("create", "127.0.0.1:9000/", "--events", "content/*", "--disabled")
    const [, id] = /^Webhook +(\S{36})$/m.exec(created)!
    assert.match(created, /^Name +Webhook at 127\.0\.0\.1:9000$/m)
    assert.match(created, /^URL +http:\/\/127\.0\.0\.1:9000\/$/m)
    assert.match(created, /^State +disabled$/m)
    assert.match(created, /^Events +content\/card_creation_error\n +content\/card_changed$/m)
    assert.match(created, /^Secret +whsec_\S+\nThe secret is shown this once\.$/m)
    const enabled = await shown("enable", id!)
    assert.match(enabled, /^State +enabled$/m)
    assert.notMatch(enabled, /whsec_|Secret/)
    // Before anything is sent, which it would show.
    assert.strictEqual(await shown("list"), await shown())
    assert.match(await shown("refresh-secret", id!), new RegExp(`^whsec_\\S+\nThe next notification of ${id} `))
    assert.match(
      await shown("test", id!),
      /^Accepted 2 test events for Webhook at 127\.0\.0\.1:9000 \S{36}\n {2}content\//
    )
    assert.match(await shown(), new RegExp(`^${id} +Webhook at 127\\.0\\.0\\.1:9000 +(healthy|failing)`, "m"))
    assert.strictEqual(await shown("delete", id!), `Deleted Webhook at 127.0.0.1:9000 ${id}\n`)
  })

  it("know a webhook by its name, and ask where several have it or none", async () => {
    const { error, json } = forNewSeller()
    const first = await json("create", "https://host.example/1", "--name", "Twice")
    const second = await json("create", "https://host.example/2", "--name", "Twice")
    const other = await json("create", "https://host.example/3", "--name", "Once")
    assert.strictEqual((await json("disable", "Once")).id, other.id)
    assert.strictEqual((await json("get", first.id.toUpperCase())).id, first.id)
    const several = await error("delete", "Twice")
    assert.match(several, /^Several webhooks are called Twice\. Give the id of one:\n/)
    assert.include(several, `  ${first.id}  Twice\n  ${second.id}  Twice`)
    assert.notInclude(several, other.id)
    assert.match(await error("delete", "Thrice"), /^There is no webhook Thrice\. There are:\n(.*\n){2}.* Once$/)
  })

  it("subscribe to what the patterns name", async () => {
    const { error, json } = forNewSeller()
    const subscribed = async (events: string) =>
      (await json("create", "https://host.example/", "--events", events)).subscriptions.map(({ event }: any) => event)
    assert.deepStrictEqual(await subscribed("card_changed"), ["card_changed"])
    assert.deepStrictEqual(await subscribed("content/card_changed, feedback_updated"), [
      "card_changed",
      "feedback_updated"
    ])
    assert.deepStrictEqual(await subscribed("card_*"), ["card_creation_error", "card_changed"])
    assert.deepStrictEqual(await subscribed("*/*_updated"), ["feedback_updated"])
    const unknown = await error("create", "https://host.example/", "--events", "card_changed,card.changed")
    assert.match(unknown, /^There is no event type card\.changed\. There are:\n {2}contentanalytics\/report_gen/)
    assert.match(await error("create", "https://host.example/", "--events", " , "), /^--events takes types/)
  })

  it("act for a service of the seller where it owns the webhook", async () => {
    const { json, sellerId } = forNewSeller()
    const authorization = await makeToken({ sellerId, serviceId: "reports" })
    const webhook = { enabled: true, name: "Of reports", url: "https://host.example/", subscriptions: [everything[2]] }
    const { body } = await service.call("POST", "/api/v1/webhooks", webhook, { authorization })
    assert.strictEqual((await json("disable", "Of reports")).enabled, false)
    const { body: seen } = await service.call("GET", `/api/v1/webhooks/${body.id}`, undefined, { authorization })
    assert.strictEqual(seen.enabled, false)
    await json("delete", body.id)
  })

  it("take flags before and after what is to be done, and keep a sandbox apart", async () => {
    const { json, sellerId } = forNewSeller()
    const env = { SELLERKIT_OPERATOR_KEY: operatorKey }
    const before = ["--sandbox", "--seller", sellerId, "create", "https://host.example/", "--name", "Tried"]
    const created = JSON.parse(await printed(before, { env }))
    assert.strictEqual((await json("get", "Tried", "--sandbox")).id, created.id)
    assert.match(await errorOf(["get", "Tried", "--seller", sellerId], env), /There is no webhook Tried/)
  })

  describe("with an API token", () => {
    const sellerId = crypto.randomUUID()

    it("act for its owner, and subscribe to what it may have", async () => {
      const env = { SELLERKIT_TOKEN: await makeToken({ sellerId, categories: ["content"] }) }
      const created = JSON.parse(await printed(["create", "https://host.example/", "--name", "Cards"], { env }))
      assert.deepStrictEqual(created.subscriptions, [everything[1], everything[2]])
      const refused = await errorOf(["create", "https://host.example/", "--events", "*"], env)
      assert.match(refused, /contentanalytics\/report_generation_complete needs the category analytics/)
      const [listed] = (await printed([], { env })).split("\n")
      assert.strictEqual(JSON.parse(listed!).id, created.id)
      const table = await printed([], { env, columns: 160 })
      assert.match(table, /^Webhook +Name +State +Events +URL$/m)
      assert.match(table, new RegExp(`^${created.id} +Cards +enabled +content/card_creation_error`, "m"))
      const flag = ["--token", `Bearer ${env.SELLERKIT_TOKEN}`]
      assert.strictEqual(JSON.parse(await printed(["disable", "Cards", ...flag])).enabled, false)
      await printed(["delete", "Cards"], { env })
      assert.match(await printed([], { env, columns: 80 }), /no webhooks/)
    })

    it("say what is wrong without repeating it", async () => {
      const token = await makeToken({ sellerId })
      const both = await errorOf(["get", "x", "--seller", sellerId], { SELLERKIT_TOKEN: token })
      assert.match(both, /^The API token says whose account it is: leave out --seller/)
      assert.match(await errorOf(["--sandbox"], { SELLERKIT_TOKEN: token }), /leave out --seller and --sandbox/)
      const broken = `${token.slice(0, -6)}AAAAAA`
      const refused = await errorOf([], { SELLERKIT_TOKEN: broken })
      assert.match(refused, /token/i)
      for (const part of broken.split(".")) assert.notInclude(refused, part)
      assert.strictEqual(
        await errorOf([], { SELLERKIT_TOKEN: "a very\nwrong token" }),
        "--token, or SELLERKIT_TOKEN, holds no API token"
      )
      const personal = await makeToken({ sellerId, type: "personal" })
      assert.match(await errorOf([], { SELLERKIT_TOKEN: personal }), /personal token may not/)
    })
  })

  it("ask for a token where there is no operator key, and where tokens are made elsewhere", async () => {
    const advice = "Give an API token of the seller with SELLERKIT_TOKEN"
    const account = ["--seller", crypto.randomUUID()]
    assert.strictEqual(
      await errorOf(["get", "x", ...account]),
      `${advice}, or the operator key with SELLERKIT_OPERATOR_KEY`
    )
    const elsewhere = await startService({ tokenKey: { kind: "keySetUrl", url: new URL("http://127.0.0.1:9/keys") } })
    const env = { SELLERKIT_URL: elsewhere.url, SELLERKIT_OPERATOR_KEY: operatorKey }
    const error = await errorOf(["create", "https://host.example/", ...account], env)
    assert.match(error, /^Tokens are made elsewhere: .*\. Give an API token of the seller with SELLERKIT_TOKEN\.$/)
    await elsewhere.stop()
  })

  it("say what is wrong with what they are given, and what is no service", async () => {
    const { error } = forNewSeller()
    assert.strictEqual(await error("create", "ftp://host.example/"), "The URL: Expected an absolute http or https URL")
    const short = await error("create", "https://host.example/", "--name", "x")
    assert.strictEqual(short, "--name: Expected between 3 and 60 characters")
    const nobody = { SELLERKIT_TOKEN: "a.b.c", SELLERKIT_URL: "http://127.0.0.1:9" }
    const refused = "No service answers at http://127.0.0.1:9: The connection was refused. Start one"
    assert.include(await errorOf(["get", "x"], nobody), refused)
    // No name to look up, and no TLS where the scheme was left out.
    const elsewhere = { ...nobody, SELLERKIT_URL: service.url.replace("http://127.0.0.1", "[::ffff:127.0.0.1]") }
    assert.match(await errorOf(["get", "x"], elsewhere), /^No service answers at https:.*: .*\bTLS\b/)
  })
})
