/** What a campaign has spent takes its budget, and pauses it when nothing is left (design: operator inputs, campaign-statistics). */
import type { Cost, Funds } from "../funds/fundRecords.ts"
import * as Money from "../funds/Money.ts"
import type { CampaignIntervals } from "./CampaignIntervals.ts"
import type { Financed } from "./CampaignWrites.ts"
import { changedStatus } from "./progress.ts"

export interface Charged {
  readonly financed: Financed
  readonly costs: ReadonlyArray<Cost>
  /** Whether nothing is left now. */
  readonly exhausted: boolean
}

/** A cost for each source that something was taken from. */
const costsOf = (
  { campaign: { advertId, state, type } }: Financed,
  taken: Money.Money,
  { movements }: Funds,
  now: number
): ReadonlyArray<Cost> => {
  const { status } = state
  // A campaign that is being removed has no budget.
  if (status === -1) return []
  return Money.Source.literals
    .filter((source) => taken[source] > 0)
    .map((source, index) => ({
      number: movements + index + 1,
      time: now,
      roubles: taken[source],
      advertId,
      name: state.name,
      type,
      source,
      status
    }))
}

/** Nothing is left: it is paused at once, and a launch that waits does not happen. A completion that waits still does. */
const unpaid = (financed: Financed, now: number, intervals: CampaignIntervals): Financed => {
  const { campaign } = financed
  const waiting = campaign.pendingStatus
  if (campaign.state.status === 9) {
    const paused = changedStatus(campaign, 11, now, intervals)
    return { ...financed, campaign: waiting?.status === 7 ? { ...paused, pendingStatus: waiting } : paused }
  }
  if (waiting?.status !== 9) return financed
  const { pendingStatus: _, ...unlaunched } = campaign
  return { ...financed, campaign: unlaunched }
}

/**
 * `spent`: hundredths of a rouble that it has spent more, or less where statistics are put right. Whole roubles are charged once they
 * are full. What the budget does not have is not charged later: the marketplace has shown more than was paid for. Nothing is paid
 * back.
 */
export const charge = (financed: Financed, spent: number, now: number, intervals: CampaignIntervals): Charged => {
  const { budget, funds } = financed
  const spentNow = budget.spent + spent
  const due = Math.max(0, Math.floor(spentNow / 100) - budget.charged)
  const taken = Money.atMost(budget.money, due)
  const costs = costsOf(financed, taken, funds, now)
  const after: Financed = {
    ...financed,
    budget: { ...budget, money: Money.minus(budget.money, taken), spent: spentNow, charged: budget.charged + due },
    funds: { ...funds, movements: funds.movements + costs.length }
  }
  const exhausted = due > 0 && Money.total(after.budget.money) === 0
  return { financed: exhausted ? unpaid(after, now, intervals) : after, costs, exhausted }
}
