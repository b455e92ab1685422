/** Operations with which the marketplace's own side gives and takes money. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { SellerId } from "../../access/Account.ts"
import { RoublesInAll } from "../../funds/Money.ts"
import { RequestValidation } from "../../http/middleware/RequestValidation.ts"
import { declared } from "../../http/operation/Problem.ts"
import { described } from "../../operator/described.ts"
import { CreditInput } from "../CreditInput.ts"

const query = { sandbox: Schema.optionalKey(Schema.Boolean) }

const funds = { account: RoublesInAll, balance: RoublesInAll, bonus: RoublesInAll }

const params = { sellerId: SellerId }

export class OperatorFundsApi extends HttpApiGroup.make("funds")
  .add(
    HttpApiEndpoint.get("get", "/sellers/:sellerId/funds", {
      params,
      query,
      success: Schema.Struct({ ...funds, budgets: RoublesInAll }).annotate({ identifier: "FundsWithBudgets" })
    }).annotateMerge(
      described("Funds of a seller", "What the seller has, and what the budgets of its campaigns have together.")
    ),
    HttpApiEndpoint.post("credit", "/sellers/:sellerId/funds", {
      params,
      query,
      payload: CreditInput,
      success: Schema.Struct(funds).annotate({ identifier: "Funds" }),
      error: declared.Conflict
    }).annotateMerge(
      described(
        "Credit or debit a seller",
        "Adds money to the funds of a seller, or takes some where a sum is negative. The same idempotency key again changes nothing. Answers 409 where the funds would become negative, or where the key was used for other sums."
      )
    )
  )
  .middleware(RequestValidation)
  .annotateMerge(OpenApi.annotations({ title: "Funds", description: "The money of sellers." })) {}
