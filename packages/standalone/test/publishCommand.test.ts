/** Which type of event `sellerkit publish` takes, and what it says where it knows none. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { eventScope, eventType, publishedCatalog } from "@sellerkit/core"
import { Schema } from "effect"
import { type CommandOptions, type EndedCommand, runCommand } from "./runningCommand.ts"
import { operatorKey, type RunningService, startService } from "./runningService.ts"

const sellerId = crypto.randomUUID()

const shipped = eventType({ key: "order_shipped", name: "Order shipped", payload: Schema.Unknown, example: {} })
const changed = eventType({ key: "card_changed", name: "Order card changed", payload: Schema.Unknown, example: {} })
const ownCatalog = publishedCatalog.with([
  eventScope({ key: "orders", name: "Orders", category: "marketplace", eventTypes: [shipped, changed] }),
  eventScope({ key: "returns", name: "Returns", category: "marketplace", eventTypes: [shipped] })
])

describe("sellerkit publish", () => {
  let service: RunningService
  let own: RunningService
  beforeAll(async () => {
    service = await startService()
    own = await startService({}, {}, ownCatalog)
  })
  afterAll(async () => {
    await service.stop()
    await own.stop()
  })

  const publish = (url: string, args: ReadonlyArray<string>, options: CommandOptions = {}): Promise<EndedCommand> =>
    runCommand(["publish", ...args, "--seller", sellerId, "--url", url], {
      ...options,
      env: { SELLERKIT_OPERATOR_KEY: operatorKey, ...options.env }
    })
  const errorOf = async (url: string, ...args: ReadonlyArray<string>): Promise<string> => {
    const { code, err, out } = await publish(url, args)
    assert.deepStrictEqual([code, out], [1, ""], err)
    return JSON.parse(err).error
  }
  it("says why a file cannot be read, and takes one payload", async () => {
    const missing = await errorOf(service.url, "card_changed", "--file", "/nowhere/payload.json")
    assert.strictEqual(missing, "The file /nowhere/payload.json cannot be read: it is not there")
    const both = await errorOf(service.url, "card_changed", "--file", "a.json", "--payload", "{}")
    assert.match(both, /not with both/)
  })

  const published = [
    "  contentanalytics/report_generation_complete  Report generation finished",
    "  content/card_creation_error                  Error creating a product card",
    "  content/card_changed                         Product card changed",
    "  questionsandfeedback/feedback_updated        ",
    "  promotion/campaign_status_changed            Campaign status changed",
    "  promotion/campaign_budget_exhausted          Campaign paused without budget",
    "  promotion/campaign_declined                  Campaign declined",
    "  promotion/campaign_removed                   Campaign removed"
  ]

  it("lists the types where the type is unknown, and where none is named", async () => {
    const listOf = (text: string) => text.split("\n").slice(1)
    for (const unknown of ["card_chnaged", "content/nope", "nope/card_changed", "content/"]) {
      const error = await errorOf(service.url, unknown)
      assert.include(error, `There is no event type ${unknown}. There are:\n`)
      for (const [index, line] of published.entries()) assert.include(listOf(error)[index]!, line)
      assert.lengthOf(listOf(error), published.length)
    }
    assert.include(await errorOf(service.url), `Name the type of the event. There are:\n${published[0]}`)
  })

  it("lists them for people as they are", async () => {
    const { err } = await publish(service.url, ["nope"], { columns: 100 })
    assert.include(err, `There is no event type nope. There are:\n${published[0]}\n`)
  })

  it("knows the published ones where the service does not tell", async () => {
    assert.include(await errorOf("http://127.0.0.1:9", "nope"), published[2]!)
    const elsewhere = await startService({ tokenKey: { kind: "keySetUrl", url: new URL("http://127.0.0.1:9/keys") } })
    assert.include(await errorOf(elsewhere.url, "nope"), published[2]!)
    const refused = await errorOf(elsewhere.url, "content/nope", "--payload", "{}")
    assert.match(refused, /None of the events was taken:\n {2}body\.events\.0/)
    await elsewhere.stop()
  })

  it("takes types that only the service knows", async () => {
    const { code, err, out } = await publish(own.url, ["orders/order_shipped", "--payload", "{}"])
    assert.strictEqual(code, 0, err)
    assert.strictEqual(JSON.parse(out).deliveries, 0)
    assert.match(await errorOf(own.url, "nope"), /^ {2}orders\/order_shipped +Order shipped$/m)
    assert.match(await errorOf(own.url, "orders/card_changed"), /--payload or --file/)
  })

  it("asks for the scope where a name means several types", async () => {
    const error = await errorOf(own.url, "order_shipped", "--payload", "{}")
    assert.match(error, /^There are orders\/order_shipped and returns\/order_shipped: name the event with its scope/)
  })
})
