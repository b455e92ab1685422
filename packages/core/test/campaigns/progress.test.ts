import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Schema } from "effect"
import { visible } from "../../src/campaigns/Campaign.ts"
import { intervalEnd, nextEnd, publishedIntervals } from "../../src/campaigns/CampaignIntervals.ts"
import { changed, dueAt, progressed, withPendingBid, withPendingStatus } from "../../src/campaigns/progress.ts"
import { anyCampaign } from "./anyCampaign.ts"

const Time = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 30 * 60_000 }))
const anyTimes = Arbitrary.map(Arbitrary.array(Arbitrary.schema(Time), { maxLength: 6 }), (times) =>
  times.toSorted((one, other) => one - other)
)

const progressedTo = (campaign: Parameters<typeof progressed>[0], now: number) =>
  progressed(campaign, now, publishedIntervals)

describe("the progress of a campaign", () => {
  it.prop("is the same in one step and in many", [anyCampaign, anyTimes, Time], ([campaign, times, last]) => {
    const changes = []
    let current: typeof campaign | undefined = campaign
    for (const now of [...times.filter((time) => time < last), last]) {
      if (current === undefined) break
      const step = progressedTo(current, now)
      changes.push(...step.changes)
      current = step.campaign
    }
    assert.deepStrictEqual({ campaign: current, changes }, progressedTo(campaign, last))
  })

  it.prop("leaves nothing that was due by then, and nothing to do again", [anyCampaign, Time], ([given, now]) => {
    const { campaign } = progressedTo(given, now)
    if (campaign === undefined) return
    assert.isAbove(dueAt(campaign) ?? Infinity, now)
    assert.deepStrictEqual(progressedTo(campaign, now), { campaign, changes: [] })
    if (campaign.synchronisesAt === undefined) assert.strictEqual(visible(campaign), campaign.state)
  })

  it.prop("does nothing before it is due", [anyCampaign], ([campaign]) => {
    const due = dueAt(campaign) ?? 1
    assert.strictEqual(progressedTo(campaign, due - 1).campaign, campaign)
  })

  it.prop("tells each change of the status where the one before it led", [anyCampaign, Time], ([given, now]) => {
    const { campaign, changes } = progressedTo(given, now)
    let [at, status]: readonly [number, number | undefined] = [0, given.state.status]
    for (const { at: changedAt, from, to } of changes) {
      assert.strictEqual(from, status)
      assert.isAtLeast(changedAt, at)
      assert.isAtMost(changedAt, now)
      at = changedAt
      status = to
    }
    assert.strictEqual(campaign?.state.status, status)
  })

  it.prop("shows a change when the interval that it was made in is over, and not before", [Time], ([now]) => {
    const { campaign } = progressedTo(
      {
        advertId: 1,
        type: 8,
        createdAt: 0,
        paymentType: "cpm",
        state: { status: 9, name: "Winter", dailyBudget: 0, changedAt: 0 }
      },
      now
    )
    const renamed = changed(campaign!, { name: "Autumn" }, now, publishedIntervals)
    const end = intervalEnd(now, publishedIntervals.synchronisation)
    assert.strictEqual(visible(progressedTo(renamed, end - 1).campaign!).name, "Winter")
    assert.strictEqual(visible(progressedTo(renamed, end).campaign!).name, "Autumn")
    assert.strictEqual(dueAt(renamed), end)
  })

  it.prop("keeps the last action and the last bid of an interval", [anyCampaign, Time], ([given, now]) => {
    const { campaign } = progressedTo(given, now)
    if (campaign === undefined) return
    const { pendingStatus } = withPendingStatus(
      withPendingStatus(campaign, 7, now, publishedIntervals),
      campaign.state.status,
      now,
      publishedIntervals
    )
    assert.isUndefined(pendingStatus, "it stays what it is")
    const target = { param: 1, instrument: 6 } as const
    const { pendingBids = [] } = withPendingBid(
      withPendingBid(campaign, target, 200, now, publishedIntervals),
      target,
      300,
      now,
      publishedIntervals
    )
    assert.deepStrictEqual(
      pendingBids.filter((bid) => bid.target.param === 1 && bid.target.instrument === 6).map(({ cpm }) => cpm),
      [300]
    )
  })
})

describe("the end of an interval", () => {
  it.prop("is after the time that it is of, and at most one length later", [Time], ([time]) => {
    const { bid } = publishedIntervals
    assert.isAbove(intervalEnd(time, bid), time)
    assert.isAtMost(intervalEnd(time, bid), time + 30_000)
    assert.strictEqual(intervalEnd(time, bid) % 30_000, 0)
    assert.strictEqual(nextEnd(time, bid), time % 30_000 === 0 ? time : intervalEnd(time, bid))
  })
})
