/** What the claims of a token mean (contract, Authentication, table of tokens). */
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Result, Schema } from "effect"
import { TokenType } from "../../../src/access/Access.ts"
import { ServiceId } from "../../../src/access/Account.ts"
import { Category } from "../../../src/access/Category.ts"
import { callerOf, claimsOf, TokenClaims, type TokenGrant } from "../../../src/access/tokens/TokenClaims.ts"
import { accepts, owner, sellerId, uuid } from "../../fixtures.ts"
import { NumericId } from "../../../src/validation/WholeNumber.ts"

const grant = (change: Partial<TokenGrant> = {}): TokenGrant => ({
  tokenId: "one",
  sellerId,
  type: "base",
  categories: ["content"],
  readOnly: false,
  sandbox: false,
  ...change
})

const claims = (change: object = {}) => ({ id: "one", sid: sellerId, s: 2, acc: 1, exp: 3600, ...change })

const read = (change: object = {}) => callerOf(Schema.decodeUnknownSync(TokenClaims)(claims(change)))

const without = (name: string) => Object.fromEntries(Object.entries(claims()).filter(([key]) => key !== name))

const stockSync = ServiceId.make("stock-sync")

/** Grants of every kind; a service is named where, and only where, the token is a service's. */
const anyGrant = Arbitrary.all({
  type: Arbitrary.schema(TokenType),
  service: Arbitrary.schema(Schema.Literals(["a", "B.2_c-d", "0".repeat(64)])),
  categories: Arbitrary.array(Arbitrary.schema(Category)),
  readOnly: Arbitrary.schema(Schema.Boolean),
  sandbox: Arbitrary.schema(Schema.Boolean),
  userId: Arbitrary.schema(Schema.Union([Schema.Undefined, NumericId]))
}).pipe(
  Arbitrary.map(({ service, ...rest }) =>
    grant({ ...rest, serviceId: rest.type === "service" ? ServiceId.make(service) : undefined })
  )
)

describe("TokenClaims", () => {
  it.each([
    { token: "Base", given: {}, expected: { acc: 1, t: false } },
    { token: "Test", given: { sandbox: true }, expected: { acc: 2, t: true } },
    { token: "Personal", given: { type: "personal" as const }, expected: { acc: 3, t: false, for: "self" } },
    {
      token: "Service",
      given: { type: "service" as const, serviceId: stockSync },
      expected: { acc: 4, t: false, for: "asid:stock-sync" }
    }
  ])("writes a $token token as the table has it", ({ expected, given }) => {
    const written: object = claimsOf(grant(given))
    assert.deepStrictEqual(written, { id: "one", sid: sellerId, s: 2, ...expected })
  })

  it.each([
    { token: "Base", given: { acc: 1, t: false }, tokenType: "base", expected: owner() },
    { token: "Test", given: { acc: 2, t: true }, tokenType: "base", expected: owner(undefined, true) },
    { token: "Personal", given: { acc: 3, for: "self", t: false }, tokenType: "personal", expected: owner() },
    {
      token: "Service",
      given: { acc: 4, for: "asid:stock-sync", t: false },
      tokenType: "service",
      expected: owner("stock-sync")
    }
  ])("reads a $token token as the table has it", ({ expected, given, tokenType }) => {
    const caller = Result.getOrThrow(read(given))
    assert.deepStrictEqual([caller.tokenType, caller.owner], [tokenType, expected])
  })

  it("writes no service into a token that is not a service's, and no service's token without one", () => {
    assert.throws(() => claimsOf(grant({ serviceId: stockSync })), "Only a service token names a service")
    assert.throws(() => claimsOf(grant({ type: "service" })), "A service token must name its service")
  })

  it("reads a Test token as the sandbox even when the test mark is absent", () => {
    assert.isTrue(Result.getOrThrow(read({ acc: 2 })).owner.sandbox)
  })

  it("reads the test mark of a service token as the service's part of the sandbox", () => {
    const caller = Result.getOrThrow(read({ acc: 4, for: "asid:stock-sync", t: true }))
    assert.deepStrictEqual(caller.owner, owner("stock-sync", true))
  })

  it.prop("reads from the claims what the grant said", [anyGrant], ([given]) => {
    const written = { ...claimsOf(given), exp: 3600 }
    const caller = Result.getOrThrow(callerOf(Schema.decodeUnknownSync(TokenClaims)(written)))
    assert.deepStrictEqual(caller, {
      owner: { sellerId, sandbox: given.sandbox, serviceId: given.serviceId ?? null },
      tokenId: given.tokenId,
      tokenType: given.type,
      categories: Category.literals.filter((category) => given.categories.includes(category)),
      readOnly: given.readOnly,
      ...(given.userId === undefined ? undefined : { userId: given.userId })
    })
  })

  it.each(["absent", "self", "stock-sync", "ASID:stock-sync"])(
    "refuses a service token whose `for` is %s, because it names no service",
    (audience) => {
      const refused = read({ acc: 4, ...(audience === "absent" ? undefined : { for: audience }) })
      assert.deepStrictEqual(refused, Result.fail("A service token must name its service"))
    }
  )

  it.each(["asid:", "asid:a/b", "asid: x", `asid:${"x".repeat(65)}`])(
    "refuses a service token whose `for` is %j, because no service can be called so",
    (audience) => {
      assert.deepStrictEqual(read({ acc: 4, for: audience }), Result.fail("The token names no valid service"))
    }
  )

  it.each([
    { acc: 1, for: "asid:stock-sync" },
    { acc: 1, for: "self" },
    { acc: 2, for: "asid:stock-sync" },
    { acc: 2, t: false },
    { acc: 3 },
    { acc: 3, for: "asid:stock-sync" }
  ])("refuses %j, whose claims contradict each other", (change) => {
    assert.isTrue(Result.isFailure(read(change)))
  })

  it("does not write a service token that names no service", () => {
    assert.throws(() => claimsOf(grant({ type: "service" })))
  })

  it.each(["id", "sid", "s", "acc", "exp"])("refuses claims without %s", (name) => {
    assert.isFalse(accepts(TokenClaims, without(name)))
  })

  it.each([
    { id: "" },
    { id: "x".repeat(101) },
    { id: 7 },
    { sid: "seller" },
    { s: -1 },
    { s: 1.5 },
    { s: "2" },
    { acc: 0 },
    { acc: 5 },
    { acc: "1" },
    { exp: "3600" },
    { exp: null },
    { t: "true" },
    { for: 4 },
    { uid: "7" }
  ])("refuses the claims %j", (change) => {
    assert.isFalse(accepts(TokenClaims, claims(change)))
  })

  it("take an id only where it can be a part of a path, by which the token is revoked", () => {
    const taken = (id: string) => accepts(TokenClaims, claims({ id }))
    for (const id of ["x".repeat(100), "😀".repeat(50), "...", ".a", "a/b"]) assert.isTrue(taken(id), id)
    for (const id of ["", "x".repeat(101), "😀".repeat(51), ".", "..", "a\u0000"]) assert.isFalse(taken(id), id)
  })

  it("ignores further claims", () => {
    assert.isTrue(accepts(TokenClaims, claims({ iid: 5, ent: "x", oid: 12345, anything: { nested: true } })))
  })

  it("reads a seller's id in any case as the same seller", () => {
    const upper = uuid(0xacc001).toUpperCase()
    assert.strictEqual(Result.getOrThrow(read({ sid: upper })).owner.sellerId, sellerId)
  })
})
