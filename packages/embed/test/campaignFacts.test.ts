/** Products and money that the host puts in: what campaigns of its sellers work with. */
import { afterAll, assert, describe, it } from "@effect/vitest"
import * as MemoryStorage from "@sellerkit/storage-memory"
import { expectTypeOf } from "vitest"
import {
  createSellerkit,
  CreditDiffers,
  FundsExceeded,
  InputInvalid,
  type Product,
  ProductNotFound,
  type Seller
} from "../src/index.ts"

const shirt: Product = { nm: 101, title: "A shirt", subjectId: 192, subjectName: "Shirts" }

const sellerkit = await createSellerkit({ storage: MemoryStorage.layer, dispatcher: false, log: () => {} })
afterAll(() => sellerkit.close())
const { funds, products } = sellerkit

/** One that no other test uses. */
const newSeller = (): Seller => ({ sellerId: crypto.randomUUID() })

const asked = async ({ sellerId }: Seller, path: string): Promise<unknown> => {
  const answer = await sellerkit.handler(new Request(`https://shop.example${path}`), {
    authenticate: () => ({ sellerId })
  })
  assert.strictEqual(answer.status, 200)
  return answer.json()
}

const failureOf = (promise: Promise<unknown>): Promise<any> =>
  promise.then(
    () => assert.fail("It did not fail"),
    (error) => error
  )

describe("products", () => {
  it("are put in and removed, of the seller and its sandbox apart", async () => {
    expectTypeOf(products.put).parameters.toEqualTypeOf<[seller: Seller, products: ReadonlyArray<Product>]>()
    const seller = newSeller()
    await products.put(seller, [shirt, { ...shirt, nm: 102 }])
    await products.put({ ...seller, sandbox: true }, [shirt])
    await products.remove(seller, 101)
    assert.deepStrictEqual(await asked(seller, "/adv/v1/supplier/subjects"), [{ id: 192, name: "Shirts", count: 1 }])
    assert.instanceOf(await failureOf(products.remove(seller, 101)), ProductNotFound)
    await products.remove({ ...seller, sandbox: true }, 101)
  })
})

describe("funds", () => {
  it("are given and taken, once for each key", async () => {
    const seller = newSeller()
    const given = await funds.credit(seller, { account: 5000, bonus: 300, idempotencyKey: "first" })
    expectTypeOf(given).toEqualTypeOf<{ readonly account: number; readonly balance: number; readonly bonus: number }>()
    assert.deepStrictEqual(given, { account: 5000, balance: 0, bonus: 300 })
    const again = { account: 5000, balance: undefined, bonus: 300, idempotencyKey: "first" }
    assert.deepStrictEqual(await funds.credit(seller, again), given)
    assert.deepStrictEqual(await asked(seller, "/adv/v1/balance"), { balance: 5000, net: 0, bonus: 300 })
    await funds.credit(seller, { bonus: -300, idempotencyKey: "second" })
    assert.deepStrictEqual(await funds.get(seller), { account: 5000, balance: 0, bonus: 0, budgets: 0 })
    const tooMuch = await failureOf(funds.credit(seller, { bonus: -1, idempotencyKey: "third" }))
    assert.instanceOf(tooMuch, FundsExceeded)
    const other = await failureOf(funds.credit(seller, { account: 1, idempotencyKey: "first" }))
    assert.instanceOf(other, CreditDiffers)
  })
})

describe("wrong input", () => {
  const seller = newSeller()
  const calls: Readonly<Record<string, readonly [call: () => Promise<unknown>, locations: ReadonlyArray<string>]>> = {
    "products that are none": [() => products.put(seller, shirt as never), ["products"]],
    "a product without a title": [
      // @ts-expect-error -- the compiler says so as well
      () => products.put(seller, [shirt, { nm: 1 }]),
      ["products.1.subjectId", "products.1.subjectName", "products.1.title"]
    ],
    "too many products": [
      () =>
        products.put(
          seller,
          Array.from({ length: 1001 }, () => shirt)
        ),
      ["products"]
    ],
    "a number that is no product's": [() => products.remove(seller, -1), ["nm"]],
    "no seller": [() => funds.get({} as never), ["seller.sellerId"]],
    // @ts-expect-error -- the compiler says so as well
    "a credit without a key": [() => funds.credit(seller, { account: 1 }), ["credit.idempotencyKey"]],
    "half a rouble": [() => funds.credit(seller, { account: 0.5, idempotencyKey: "a" }), ["credit.account"]],
    "money that nobody knows": [() => funds.credit(seller, { cash: 1, idempotencyKey: "a" } as never), ["credit.cash"]]
  }

  it.each(Object.entries(calls))("is refused by the name of the field: %s", async (_, [call, locations]) => {
    const failure = await failureOf(call())
    assert.instanceOf(failure, InputInvalid)
    assert.deepStrictEqual(failure.problems.map(({ location }) => location).toSorted(), locations)
    assert.deepStrictEqual(await funds.get(seller), { account: 0, balance: 0, bonus: 0, budgets: 0 })
  })
})
