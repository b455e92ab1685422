/** What the operations on money answer to the errors of their service. */
import { topUpRefusal } from "../../funds/http/topUpRefusal.ts"
import { orRefused } from "../../http/refusals/orRefused.ts"
import { refusals } from "./financeRefusals.ts"

export const orTopUpRefused = orRefused({
  CampaignNotFound: refusals.notOwned,
  CampaignNotChangeable: refusals.status,
  TopUpRefused: topUpRefusal
})

export const orBudgetRefused = orRefused({ CampaignNotFound: refusals.notOwned })

export const orPeriodRefused = orRefused({ WrongPeriod: refusals.period })
