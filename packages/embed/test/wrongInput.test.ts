/** What plain JavaScript may be given by mistake is refused by the errors that the documents name. */
import { afterAll, assert, describe, it } from "@effect/vitest"
import * as MemoryStorage from "@sellerkit/storage-memory"
import { createSellerkit, InputInvalid, OptionsInvalid } from "../src/index.ts"

const sellerId = "01980000-0000-7000-8000-000000000001"
const seller = { sellerId }
const payload = { nmID: 1, vendorCode: "a", updatedAt: "2026-01-15T09:30:00Z" }
const cardChanged = { scope: "content", type: "card_changed", payload }

const options: any = {
  storage: MemoryStorage.layer,
  tokens: { secret: "a secret of at least thirty-two characters" },
  log: () => {}
}
const sellerkit: any = await createSellerkit(options)
afterAll(() => sellerkit.close())

/** What a promise rejects with. */
const failureOf = (promise: Promise<unknown>): Promise<any> =>
  promise.then(
    () => assert.fail("It did not fail"),
    (error) => error
  )

describe("a call", () => {
  it.each<readonly [method: string, given: ReadonlyArray<unknown>, locations: ReadonlyArray<string>]>([
    ["issueToken", [undefined], ["token"]],
    ["issueToken", [{}], ["token.sellerId"]],
    ["issueToken", [{ sellerId, type: "service" }], ["token.serviceId"]],
    ["issueToken", [{ sellerId, type: "base", serviceId: "crm" }], ["token.serviceId"]],
    ["issueToken", [{ sellerId, type: "personal", serviceId: "crm" }], ["token.serviceId"]],
    ["issueToken", [{ sellerId, test: true }], ["token.test"]],
    ["issueToken", [{ sellerId, sandbox: "yes", categories: "content" }], ["token.categories", "token.sandbox"]],
    ["issueToken", [{ sellerId, expiresIn: 60 }], ["token.expiresIn"]],
    ["issueToken", [{ sellerId, lifetime: "soon" }], ["token.lifetime"]],
    ["issueToken", [{ sellerId, lifetime: Infinity }], ["token.lifetime"]],
    ["issueToken", [{ sellerId, lifetime: -1000 }], ["token.lifetime"]],
    ["issueToken", [{ sellerId, lifetime: 999 }], ["token.lifetime"]],
    ["issueToken", [{ sellerId, lifetime: null }], ["token.lifetime"]],
    ["issueToken", [{ sellerId, lifetime: "367 days" }], ["token.lifetime"]],
    ["revokeToken", [undefined], ["tokenId"]],
    ["revokeToken", [""], ["tokenId"]],
    ["publish", [undefined, [cardChanged]], ["seller"]],
    ["publish", [{ sellerId, sandbox: 1 }, [cardChanged]], ["seller.sandbox"]],
    ["publish", [seller, undefined], ["events"]],
    ["publish", [seller, cardChanged], ["events"]],
    ["publish", [seller, [cardChanged, null]], ["events.1"]],
    ["publish", [seller, [{ ...cardChanged, time: "2026-01-15T09:30:00Z" }]], ["events.0.time"]],
    ["publish", [seller, [{ ...cardChanged, time: new Date(NaN) }]], ["events.0.time"]],
    ["publish", [seller, [{ ...cardChanged, time: new Date(Date.UTC(58885, 3)) }]], ["events.0.time"]],
    ["publish", [seller, [{ ...cardChanged, time: new Date(Date.UTC(-1, 0)) }]], ["events.0.time"]],
    [
      "publish",
      [seller, [{ payload, idempotencyKey: 17 }]],
      ["events.0.idempotencyKey", "events.0.scope", "events.0.type"]
    ]
  ])("%s(...%j) says which field is wrong", async (method, given, locations) => {
    const failure = await failureOf(sellerkit[method](...given))
    assert.instanceOf(failure, InputInvalid)
    assert.deepStrictEqual(failure.problems.map(({ location }) => location).toSorted(), locations)
  })

  it("may say the first and the last time that every reader can read", async () => {
    for (const time of ["0000-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"]) {
      assert.lengthOf(await sellerkit.publish(seller, [{ ...cardChanged, time: new Date(time) }]), 1)
    }
  })

  it("of a resend says what is wrong with its period", async () => {
    const period = { since: new Date(Date.UTC(-1, 0)), until: new Date(Date.UTC(58885, 3)) }
    const failure = await failureOf(sellerkit.resends.ofPeriod(seller, sellerId, period))
    const expected = "Expected a time from the year 0000 to 9999 in UTC"
    assert.strictEqual(failure.message, `period.since: ${expected}; period.until: ${expected}`)
  })

  it("may leave out by undefined", async () => {
    const { token } = await sellerkit.issueToken({
      sellerId,
      serviceId: undefined,
      type: undefined,
      lifetime: undefined
    })
    assert.isString(token)
    await sellerkit.publish({ sellerId, sandbox: undefined }, [
      { ...cardChanged, time: undefined, idempotencyKey: undefined }
    ])
  })
})

describe("options", () => {
  it.each([undefined, null, "options", 17])("that are %j lack the storage", async (given) => {
    const failure = await failureOf(createSellerkit(given as never))
    assert.instanceOf(failure, OptionsInvalid)
    assert.strictEqual(failure.option, "storage")
  })
})

describe("an option", () => {
  it("may say that records are kept for ever", async () => {
    const kept = await createSellerkit({ ...options, retention: { events: "Infinity" } })
    assert.deepStrictEqual(await kept.publish({ sellerId }, []), [])
    await kept.close()
  })

  it.each<readonly [given: object, option: string]>([
    [{ storage: undefined }, "storage"],
    [{ storage: MemoryStorage }, "storage"],
    [{ catalog: {} }, "catalog"],
    [{ dispatcher: "no" }, "dispatcher"],
    [{ log: "console" }, "log"],
    [{ tokens: "a secret of at least thirty-two characters" }, "tokens"],
    [{ tokens: {} }, "tokens"],
    [{ tokens: { secret: undefined } }, "tokens.secret"],
    [{ tokens: { secret: "short" } }, "tokens.secret"],
    [{ tokens: { publicKeyy: "a" } }, "tokens.publicKeyy"],
    [{ tokens: { publicKey: "a" } }, "tokens.algorithm"],
    [{ tokens: { publicKey: "a", algorithm: "none" } }, "tokens.algorithm"],
    [{ tokens: { keySet: "https://issuer.example/keys" } }, "tokens.keySet"],
    [{ secretKeys: { id: "a", key: new Uint8Array(32) } }, "secretKeys"],
    [{ secretKeys: [{ id: "a", key: new Uint8Array(3) }] }, "secretKeys[0].key"],
    [{ secretKeys: [{ id: "a", key: "a" }] }, "secretKeys[0].key"],
    [{ secretKeys: [{ id: "", key: new Uint8Array(32) }] }, "secretKeys[0].id"],
    [{ secretKeys: [1, 2].map((byte) => ({ id: "a", key: new Uint8Array(32).fill(byte) })) }, "secretKeys"],
    [{ allowedNetworks: "10.0.0.0/8" }, "allowedNetworks"],
    [{ allowedNetworks: ["10.0.0.0/8", "home"] }, "allowedNetworks[1]"],
    [{ operations: { url: "ftp://host.example/?key=17", secret: "a".repeat(32) } }, "operations.url"],
    [{ operations: { url: "https://host.example/", secret: "short" } }, "operations.secret"],
    [{ operations: { url: "https://host.example/", secret: "ключ".repeat(10) } }, "operations.secret"],
    [{ operations: { url: "https://host.example/", secret: `${"a".repeat(40)}\n` } }, "operations.secret"],
    [{ limits: { webhookReadz: { permits: 1, window: "1 hour" } } }, "limits.webhookReadz"],
    [{ limits: { webhookReads: { permits: 0, window: "1 hour" } } }, "limits.webhookReads.permits"],
    [{ limits: { webhookReads: { permits: 1, window: "an hour" } } }, "limits.webhookReads.window"],
    [{ retention: { events: "long" } }, "retention.events"],
    [{ retention: { events: -1 } }, "retention.events"],
    [{ retention: { history: 365 } }, "retention.history"],
    [{ retention: { event: "30 days" } }, "retention.event"],
    [{ retries: { firstWait: "soon" } }, "retries.firstWait"],
    [{ retries: { firstWait: 10 } }, "retries.firstWait"],
    [{ retries: { longestWait: "1 second" } }, "retries.longestWait"],
    [{ retries: { first: "1 minute" } }, "retries.first"],
    [{ secretkeys: [] }, "secretkeys"],
    [{ requestsPerAlarm: 6 }, "requestsPerAlarm"]
  ])("%j keeps the service from starting, and is named", async (given, option) => {
    const failure = await failureOf(createSellerkit({ ...options, ...given }))
    assert.instanceOf(failure, OptionsInvalid)
    assert.strictEqual(failure.option, option)
    assert.match(failure.message, /^Option \S+: ./)
    assert.notMatch(failure.message, /short|key=17/)
  })
})
