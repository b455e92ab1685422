/** The money of sellers, which they move into the budgets of their campaigns. */
import { CreditKey, FundsChange } from "@sellerkit/core"
import { fundsOperations } from "@sellerkit/core/operator"
import { Effect, Schema } from "effect"
import { decodeInput } from "../InputInvalid.ts"
import type { Run } from "../Run.ts"
import { about, decodeSeller, type Seller } from "../Seller.ts"

/** Roubles by where they come from. */
export interface SellerFunds {
  readonly account: number
  readonly balance: number
  readonly bonus: number
}

export interface FundsRecord extends SellerFunds {
  /** What the budgets of all campaigns have together. */
  readonly budgets: number
}

/** Whole roubles, at most a billion each. A negative sum takes money. What is absent stays as it is. */
export interface FundsCredit {
  readonly account?: number | undefined
  readonly balance?: number | undefined
  readonly bonus?: number | undefined
  /** Names the credit, so that it is made once, however often it is repeated. */
  readonly idempotencyKey: string
}

/** Every method rejects with `InputInvalid` or `StorageError` as well. */
export interface SellerkitFunds {
  /** Rejects with nothing else. */
  get(seller: Seller): Promise<FundsRecord>
  /**
   * Gives the seller money, or takes some. Gives the funds after it. Rejects with `FundsExceeded` where they would become
   * negative, or with `CreditDiffers` where the key was used for other sums.
   */
  credit(seller: Seller, credit: FundsCredit): Promise<SellerFunds>
}

const sum = FundsChange.pipe(Schema.withDecodingDefault(Effect.succeed(0)))

// An unknown name is refused: the money that it was meant to give would be missing.
const decodeCredit = decodeInput(
  Schema.Struct({ account: sum, balance: sum, bonus: sum, idempotencyKey: CreditKey }),
  "credit",
  { onExcessProperty: "error" }
)

const get = Effect.fnUntraced(function* (seller: Seller) {
  return yield* (yield* fundsOperations).get(about(yield* decodeSeller(seller), {}))
})

const credit = Effect.fnUntraced(function* (seller: Seller, given: FundsCredit) {
  const account = yield* decodeSeller(seller)
  const payload = yield* decodeCredit(given)
  return yield* (yield* fundsOperations).credit({ ...about(account, {}), payload })
})

export const makeFunds = (run: Run): SellerkitFunds => ({
  get: (seller) => run(get(seller)),
  credit: (seller, given) => run(credit(seller, given))
})
