import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Schema } from "effect"
import { Account, Owner, SellerId, ServiceId } from "../../src/access/Account.ts"
import { accountKey, ownerKey } from "../../src/access/accountKey.ts"
import { accepts, owner, sellerId, uuid } from "../fixtures.ts"

const anyAccount = Arbitrary.all({
  sellerId: Arbitrary.schema(Schema.Literals([1, 2])).pipe(Arbitrary.map((number) => SellerId.make(uuid(number)))),
  sandbox: Arbitrary.schema(Schema.Boolean)
})

const anyOwner = Arbitrary.all({
  account: anyAccount,
  service: Arbitrary.schema(Schema.NullOr(Schema.Literals(["sandbox", "a", "b"])))
}).pipe(
  Arbitrary.map(({ account, service }): Owner => ({
    ...account,
    serviceId: service === null ? null : ServiceId.make(service)
  }))
)

describe("Account", () => {
  it("keeps the sandbox of a seller apart from its live account", () => {
    assert.notStrictEqual(accountKey({ sellerId, sandbox: true }), accountKey({ sellerId, sandbox: false }))
  })

  it("keeps a seller apart from each of its services", () => {
    const keys = [owner(), owner("one"), owner("two")].map(ownerKey)
    assert.strictEqual(new Set(keys).size, keys.length)
  })

  it("keeps a service named sandbox apart from the sandbox", () => {
    assert.notStrictEqual(ownerKey(owner("sandbox")), ownerKey(owner(undefined, true)))
  })

  it.prop(
    "gives two accounts the same key exactly when they are the same account",
    [anyAccount, anyAccount],
    ([a, b]) =>
      assert.strictEqual(accountKey(a) === accountKey(b), a.sellerId === b.sellerId && a.sandbox === b.sandbox)
  )

  it.prop("gives two owners the same key exactly when they are the same owner", [anyOwner, anyOwner], ([a, b]) => {
    const same = accountKey(a) === accountKey(b) && a.serviceId === b.serviceId
    assert.strictEqual(ownerKey(a) === ownerKey(b), same)
  })

  it("reads a seller's id in any case as the same id", () => {
    const upper = "01980000-0000-7000-8000-00000000ABCD"
    const read = Schema.decodeUnknownSync(Account)({ sellerId: upper, sandbox: false })
    assert.strictEqual(read.sellerId, upper.toLowerCase())
  })

  it.each(["", "01980000", "01980000000070008000000000000001", `{${uuid(1)}}`, `${uuid(1)} `, `${uuid(1)}\n`])(
    "refuses the seller id %j, which is no UUID",
    (text) => assert.isFalse(accepts(SellerId, text))
  )

  it.each(["a", "stock-sync", "v1.2_x", "A".repeat(64)])("takes %s as the name of a service", (text) =>
    assert.isTrue(accepts(ServiceId, text))
  )

  it.each(["", "A".repeat(65), "a/b", "a b", "a:b", "ü", "a\n", "%2F"])(
    "refuses %j as the name of a service, because it is not safe in paths and claims",
    (text) => assert.isFalse(accepts(ServiceId, text))
  )

  it("has no service where the seller itself is the owner", () => {
    assert.isTrue(accepts(Owner, { sellerId, sandbox: false, serviceId: null }))
  })
})
