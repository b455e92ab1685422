/** What people read of the money of campaigns, in Markdown. Its source is Seller Statistics Reports, and the contract where that is silent. */
import { topUpRefusal } from "../../funds/http/topUpRefusal.ts"
import type { FeatureDocumentation } from "../../http/description/Documentation.ts"
import { refusals } from "./financeRefusals.ts"

const wrongPeriod = "The days are wrong, or more than 31 from the first to the last."

export const financeDocumentation: FeatureDocumentation = {
  fields: {
    "Balance.balance": ["What the account has.", 10_000],
    "Balance.net": ["What the balance has.", 5000],
    "Balance.bonus": ["How many bonuses there are, a rouble each.", 2000],
    cash: ["Always 0."],
    netting: ["Always 0."],
    "Budget.total": ["What the campaign may still spend.", 1000],
    "BudgetTotal.total": ["What the campaign may spend now.", 2000],
    "TopUpInput.sum": ["How much: a multiple of 50, and not less than the configuration value `budget_min`.", 1000],
    "TopUpInput.type": ["Where it comes from: 0 the account, 1 the balance, 3 bonuses; 0 when absent.", 1],
    "TopUpInput.return": ["Whether the answer says what the budget is then; false when absent.", true],
    updNum: ["Number of the charge. Charges and top-ups are numbered in one row.", 8],
    updTime: ["When it was made.", "2026-01-15T12:30:00.125+03:00"],
    updSum: ["How much was charged.", 24],
    campName: ["What the campaign was called then.", "Winter shirts"],
    advertType: ["Type of the campaign.", 9],
    "Cost.paymentType": ["What was charged: `Счет` the account, `Баланс` the balance, `Бонусы` bonuses.", "Баланс"],
    advertStatus: ["Status of the campaign then.", 9],
    "TopUp.id": ["Number of the top-up. Charges and top-ups are numbered in one row.", 7],
    date: ["When it was made.", "2026-01-15T12:30:00.125+03:00"],
    "TopUp.sum": ["How much the budget got.", 1000],
    "TopUp.type": ["Where it came from: 0 the account, 1 the balance, 3 a card or bonuses.", 1],
    statusId: ["What became of it: 0 an error, 1 it was processed.", 1],
    cardStatus: ["What became of a payment by card; empty where it was none.", ""],
    "finance.budget?id": ["Id of the campaign.", 28150154],
    "finance.topUp?id": ["Id of the campaign.", 28150154],
    "finance.costs?from": ["The first day.", "2026-01-01"],
    "finance.costs?to": ["The last day: at most 30 days after the first.", "2026-01-31"],
    "finance.topUps?from": ["The first day; 30 days before the last one when absent.", "2026-01-01"],
    "finance.topUps?to": ["The last day; today, or 30 days after the first one, when absent.", "2026-01-31"]
  },
  answers: {
    "finance.balance": "The money of the seller.",
    "finance.budget": "The budget of the campaign.",
    "finance.budget 400": "The id is wrong, or the seller has no such campaign. The body is the text alone.",
    "finance.topUp": "The budget has the money. The body is empty unless `return` is true.",
    "finance.topUp 400":
      "The request is wrong, the seller has no such campaign or not as much money, or the campaign is over. Nothing was changed.",
    "finance.costs": "The charges; none where nothing was charged.",
    "finance.costs 400": wrongPeriod,
    "finance.topUps": "The top-ups; none where there were none.",
    "finance.topUps 400": wrongPeriod
  },
  refusals: {
    "finance.budget 400": refusals.notOwned,
    "finance.topUp 400": topUpRefusal({ reason: "minimum", minimum: 1000 }),
    "finance.costs 400": refusals.period,
    "finance.topUps 400": refusals.period
  }
}
