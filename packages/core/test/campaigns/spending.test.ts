import { assert, describe, it } from "@effect/vitest"
import type { Campaign, CampaignStatus } from "../../src/campaigns/Campaign.ts"
import { publishedIntervals } from "../../src/campaigns/CampaignIntervals.ts"
import { charge } from "../../src/campaigns/spending.ts"
import * as Money from "../../src/funds/Money.ts"
import { noBudget, noFunds } from "../../src/funds/fundRecords.ts"

const active: Campaign = {
  advertId: 1,
  type: 8,
  createdAt: 0,
  paymentType: "cpm",
  state: { status: 9, name: "Winter", dailyBudget: 0, changedAt: 0 }
}

describe("a campaign whose budget is spent", () => {
  const after = (waiting: CampaignStatus) => {
    const campaign = { ...active, pendingStatus: { status: waiting, appliesAt: 60_000 } }
    const financed = { campaign, budget: { ...noBudget(1), money: Money.only("bonus", 10) }, funds: noFunds }
    const charged = charge(financed, 1000, 1000, publishedIntervals)
    assert.isTrue(charged.exhausted)
    return charged.financed.campaign
  }

  it("is paused at once", () => {
    assert.deepStrictEqual([after(11).state.status, after(11).pendingStatus], [11, undefined])
  })

  it("is completed all the same where its seller has asked for that", () => {
    const campaign = after(7)
    assert.deepStrictEqual([campaign.state.status, campaign.pendingStatus], [11, { status: 7, appliesAt: 60_000 }])
  })
})
