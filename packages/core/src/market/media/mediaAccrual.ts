/**
 * What comes of a media campaign from one time to another, as a pure function: hour by hour, and from change to change of the
 * campaign, each at its own time. It takes the budget, and ends the displays where nothing is left or all limits are reached.
 */
import type { MediaCampaign, MediaStatus } from "../../media/MediaCampaign.ts"
import { type MediaChange, mediaDueAt, mediaProgressed, withMediaStatus } from "../../media/mediaProgress.ts"
import { chargeMedia } from "../../media/mediaSpending.ts"
import type { MediaStatisticsRow } from "../../media/MediaStatisticsRow.ts"
import { concerns } from "../scenario/course.ts"
import { dayOf, endOfHour, hourOf } from "../marketTime.ts"
import type { Meter } from "../marketRecords.ts"
import { platformOf } from "../displays/platformOf.ts"
import { BannerRows } from "./BannerRows.ts"
import { bannerRun, type MediaSurroundings } from "./bannerRun.ts"

export interface MediaAccrued {
  readonly campaign: MediaCampaign
  readonly meter: Meter
  /** Rows that have grown. */
  readonly rows: ReadonlyArray<MediaStatisticsRow>
  /** What became of the status; what was due by then is among it. */
  readonly changes: ReadonlyArray<MediaChange>
}

/** Statuses of campaigns that moderation can still reject: those that run, and those that wait for something. */
export const rejectable: ReadonlyArray<MediaStatus> = [4, 5, 6, 9, 10, 11]

/** What may be spent until nothing is left, in hundredths of a rouble. */
const left = ({ budget, charged, spent }: MediaCampaign): number => (charged + budget) * 100 - spent

/** One campaign on its way from one time to another. */
class Way {
  campaign: MediaCampaign
  at: number
  readonly rows: BannerRows
  readonly changes: Array<MediaChange> = []
  private readonly surroundings: MediaSurroundings

  constructor(given: MediaCampaign, at: number, rows: BannerRows, surroundings: MediaSurroundings) {
    this.campaign = given
    this.at = at
    this.rows = rows
    this.surroundings = surroundings
  }

  /** What is due takes effect. */
  progress(): void {
    const { campaign, changes } = mediaProgressed(this.campaign, this.at)
    this.campaign = campaign
    this.changes.push(...changes)
  }

  /** To the next time at which something may change. */
  pass(to: number): void {
    const until = Math.min(endOfHour(this.at), to, mediaDueAt(this.campaign) ?? Infinity)
    if (this.campaign.status === 6) this.run(until)
    else this.at = until
    this.reject()
  }

  private run(until: number): void {
    const { at: from, campaign } = this
    // Of a campaign that is put in as a running one, nothing may be left.
    if (this.charged(0)) return
    const hour = hourOf(from)
    const most = campaign.type === 1 ? Infinity : left(campaign)
    const spentOf = (itemId: number) => this.spentOf(itemId, dayOf(hour))
    const run = bannerRun(campaign, { from, until }, most, spentOf, this.surroundings)
    for (const {
      banner: { item, placement },
      cost,
      counts
    } of run.paid) {
      if (counts.views === 0) continue
      const appType = platformOf(this.surroundings.model.draw, placement.product, hour)
      const key = { advertId: campaign.advertId, appType, date: dayOf(hour), itemId: item.id }
      this.rows.grow(key, counts, cost)
    }
    this.at = run.until
    this.charged(run.paid.reduce((sum, { cost }) => sum + cost, 0))
  }

  /** Charges hundredths of a rouble that it has spent by now. Gives whether its displays end by that. */
  private charged(spent: number): boolean {
    const before = this.campaign
    if (before.type === 1) return false
    // Rows of the day that begins now say nothing yet.
    const day = dayOf(hourOf(this.at))
    const spentToday = new Map(before.items.map(({ id }) => [id, this.spentOf(id, day) / 100]))
    const after = chargeMedia(before, spent, spentToday, this.at)
    const isOver = after.status !== before.status
    if (isOver || spent > 0) this.campaign = after
    if (isOver) this.changes.push({ at: this.at, from: before.status, to: after.status })
    return isOver
  }

  private spentOf(itemId: number, day: string): number {
    return this.rows.spentOf(this.campaign.advertId, itemId, day)
  }

  private reject(): void {
    const { name, status } = this.campaign
    const isRejected = this.surroundings.course
      .at(this.at)
      .some((one) => one.happens === "declined" && concerns(one, name))
    if (!isRejected || !rejectable.includes(status)) return
    this.campaign = withMediaStatus(this.campaign, 3, this.at)
    this.changes.push({ at: this.at, from: status, to: 3 })
  }
}

/** `known`: the rows of its banners on the days between the two times, as far as there are any. */
export const mediaAccrued = (
  given: MediaCampaign,
  meter: Meter,
  known: ReadonlyArray<MediaStatisticsRow>,
  to: number,
  surroundings: MediaSurroundings
): MediaAccrued => {
  // What was before its last change is counted: it was then that the change was written.
  const from = Math.max(meter.until, Math.min(given.changedAt, to))
  const way = new Way(given, from, new BannerRows(known), surroundings)
  for (;;) {
    way.progress()
    if (way.at >= to) break
    way.pass(to)
  }
  const { at: until, campaign, changes, rows } = way
  return { campaign, meter: { advertId: meter.advertId, until, spent: 0 }, rows: rows.grown, changes }
}
