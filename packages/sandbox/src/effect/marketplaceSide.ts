/** What the marketplace's own side puts in: the products and the money of a seller. */
import { CreditInput, Finance, type Money, Product, Products } from "@sellerkit/core"
import { Data, Effect, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import type { AccountOf, AccountOptions } from "./AccountOptions.ts"

export interface CreditOptions extends AccountOptions {
  /** In roubles, as all sums. */
  readonly account?: number
  readonly balance?: number
  readonly bonus?: number
  /** The same key again changes nothing. Another one each time, when absent. */
  readonly idempotencyKey?: string
}

/** What the seller has besides the budgets of its campaigns, in roubles. */
export interface SellerFunds extends Money.Money {}

/** Why products cannot be put in. None of them was. */
export class ProductsRefused extends Data.TaggedError("ProductsRefused")<{ readonly reason: string }> {
  override get message() {
    return `The products cannot be put in: ${this.reason}`
  }
}

/** Why money cannot be given or taken. */
export class CreditRefused extends Data.TaggedError("CreditRefused")<{ readonly reason: string }> {
  override get message() {
    return `The funds cannot be changed: ${this.reason}`
  }
}

const decodeProducts = Schema.decodeUnknownEffect(Schema.Array(Product), { errors: "all" })
const decodeCredit = Schema.decodeUnknownEffect(CreditInput, { errors: "all", onExcessProperty: "error" })

export const makeMarketplaceSide = Effect.fnUntraced(function* (accountOf: AccountOf) {
  const service = yield* Products
  const finance = yield* Finance
  const { uuidV4 } = yield* SecureRandom.SecureRandom
  return {
    putProducts: Effect.fnUntraced(
      function* (products: ReadonlyArray<Product>, account: AccountOptions = {}) {
        yield* service.put(accountOf(account), yield* decodeProducts(products))
      },
      Effect.mapError(({ message }: Error) => new ProductsRefused({ reason: message }))
    ),
    credit: Effect.fnUntraced(
      function* ({ idempotencyKey, sandbox, sellerId, ...sums }: CreditOptions) {
        const account = accountOf({
          ...(sellerId !== undefined && { sellerId }),
          ...(sandbox !== undefined && { sandbox })
        })
        const given = yield* decodeCredit({ ...sums, idempotencyKey: idempotencyKey ?? (yield* uuidV4()) })
        const request = { account: 0, balance: 0, bonus: 0, ...given }
        return yield* finance.credit(account, request)
      },
      Effect.mapError(({ message }: Error) => new CreditRefused({ reason: message }))
    )
  }
})
