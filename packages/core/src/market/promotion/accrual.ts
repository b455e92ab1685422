/**
 * What comes of a campaign from one time to another, as a pure function: hour by hour, and from change to change of the campaign, each
 * at its own time. It takes the budget, and pauses the campaign where nothing is left.
 */
import { dueAt, changedStatus, progressed } from "../../campaigns/progress.ts"
import type { Campaign } from "../../campaigns/Campaign.ts"
import type { StatusChange } from "../../campaigns/campaignEvents.ts"
import type { CampaignIntervals } from "../../campaigns/CampaignIntervals.ts"
import type { Financed } from "../../campaigns/CampaignWrites.ts"
import { charge } from "../../campaigns/spending.ts"
import type { Cost } from "../../funds/fundRecords.ts"
import * as Money from "../../funds/Money.ts"
import type { Product } from "../../products/Product.ts"
import type { StatisticsRow } from "../../statistics/StatisticsRow.ts"
import { afforded, costOfAll, type Paid, type Price } from "../displays/affording.ts"
import { concerns, type Course } from "../scenario/course.ts"
import { type Counts, displaying, type Model } from "../displays/displaying.ts"
import { dayOf, endOfHour, hourOf, startOfHour } from "../marketTime.ts"
import type { Meter } from "../marketRecords.ts"
import { costOf } from "../displays/pricing.ts"
import type { OrderedPart } from "../orders/OrderedPart.ts"
import { priceOf } from "../displays/rates.ts"
import { placementsOf } from "./placementsOf.ts"
import { grown, type RowKey, rowKey } from "./rowGrowth.ts"

/** The market that campaigns meet. */
export interface Surroundings {
  readonly model: Model
  readonly course: Course
  readonly intervals: CampaignIntervals
  readonly products: ReadonlyMap<number, Product>
}

export interface Accrued {
  readonly financed: Financed
  readonly meter: Meter
  /** Rows that have grown. */
  readonly rows: ReadonlyArray<StatisticsRow>
  readonly costs: ReadonlyArray<Cost>
  readonly ordered: ReadonlyArray<OrderedPart>
  /** What became of the status, where the market changed it; what waited by then is among it. */
  readonly changes: ReadonlyArray<StatusChange>
}

export const rowKeyText = ({ advertId, appType, date, nmId }: RowKey): string =>
  `${advertId} ${date} ${appType} ${nmId}`

/** What may be spent until nothing is left, in hundredths of a rouble. */
const left = ({ budget: { charged, money, spent } }: Financed): number => (charged + Money.total(money)) * 100 - spent

// our choice: more than any product has buyers. A campaign that cannot spend its budget with so many does not spend it.
const [fewestMore, mostMore] = [1, 2 ** 24] as const

/** When what waits changes whether and for what it is displayed. */
export const changeTimes = ({ pendingBids = [], pendingStatus }: Campaign): ReadonlyArray<number> =>
  [pendingStatus, ...pendingBids].flatMap((waiting) => waiting?.appliesAt ?? [])

interface Part {
  readonly from: number
  /** In the same hour, or its end. */
  readonly until: number
}

/** What a running campaign gets in a part of an hour for at most so many hundredths of a rouble. */
const gained = (campaign: Campaign, { from, until }: Part, most: number, { course, model }: Surroundings) => {
  const hour = hourOf(from)
  const since = Math.max(startOfHour(hour), campaign.state.changedAt)
  const placements = placementsOf(campaign, hour)
  const price: Price = ({ placement }, counts) => costOf(campaign.paymentType, placement.bid, counts)
  const paidWith = (more: number): ReadonlyArray<Paid> =>
    afforded(
      placements.map((placement) => {
        const circumstances = course.during(placement, hour)
        return displaying(model, placement, since, { ...circumstances, displays: circumstances.displays * more })
      }),
      from,
      until,
      price,
      most
    )
  const isRush = course.at(until).some((one) => one.happens === "budgetExhausted" && concerns(one, campaign.state.name))
  for (let more: number = fewestMore; ; more *= 2) {
    const paid = paidWith(more)
    if (!isRush || most <= 0 || more >= mostMore || costOfAll(paid) >= most) return paid
  }
}

/** One campaign on its way from one time to another. */
class Way {
  financed: Financed
  spentOfDay: number
  at: number
  /** Whether the market has changed the campaign. */
  isChanged = false
  readonly rows = new Map<string, StatisticsRow>()
  readonly costs: Array<Cost> = []
  readonly ordered: Array<OrderedPart> = []
  readonly changes: Array<StatusChange> = []
  private readonly surroundings: Surroundings
  private readonly known: ReadonlyMap<string, StatisticsRow>

  constructor(given: Financed, meter: Meter, known: ReadonlyMap<string, StatisticsRow>, surroundings: Surroundings) {
    this.financed = given
    this.known = known
    this.surroundings = surroundings
    // What was before its last change is counted: it was then that the change was written.
    this.at = Math.max(meter.until, given.campaign.state.changedAt)
    this.spentOfDay = dayOf(hourOf(this.at)) === dayOf(hourOf(meter.until)) ? meter.spent : 0
  }

  get campaign(): Campaign {
    return this.financed.campaign
  }

  /** What waits takes effect. Gives false where the campaign has disappeared. */
  progress(): boolean {
    const { campaign, changes } = progressed(this.campaign, this.at, this.surroundings.intervals)
    if (campaign === undefined) return false
    this.changes.push(...changes)
    this.financed = { ...this.financed, campaign }
    return true
  }

  /** To the next time at which something may change. */
  pass(to: number): void {
    const until = Math.min(endOfHour(this.at), to, ...changeTimes(this.campaign).filter((time) => time > this.at))
    if (this.campaign.state.status === 9) this.run({ from: this.at, until })
    if (dayOf(hourOf(until)) !== dayOf(hourOf(this.at))) this.spentOfDay = 0
    this.at = until
    this.decline()
  }

  private run(part: Part): void {
    const { campaign } = this
    const { dailyBudget } = campaign.state
    const ofDay = dailyBudget === 0 ? Infinity : dailyBudget * 100 - this.spentOfDay
    const paid = gained(campaign, part, Math.min(left(this.financed), ofDay), this.surroundings)
    this.note(paid, part)
    const cost = costOfAll(paid)
    this.spentOfDay += cost
    const charged = charge(this.financed, cost, part.until, this.surroundings.intervals)
    this.costs.push(...charged.costs)
    this.financed = charged.financed
    if (charged.exhausted) this.became(campaign, part.until, true)
  }

  private note(paid: ReadonlyArray<Paid>, { from, until }: Part): void {
    const hour = hourOf(from)
    const {
      model: { draw },
      products
    } = this.surroundings
    const { advertId, type } = this.campaign
    for (const nm of new Set(paid.map(({ display }) => display.placement.product))) {
      const own = paid.filter(({ counts, display }) => display.placement.product === nm && counts.views > 0)
      if (own.length === 0) continue
      const key = rowKey(draw, advertId, nm, hour)
      const text = rowKeyText(key)
      const before = this.rows.get(text) ?? this.known.get(text)
      const price = priceOf(draw, nm, products.get(nm))
      this.rows.set(text, grown(before, key, own, price, type === 8))
      const counted = (count: keyof Counts) => own.reduce((sum, { counts }) => sum + counts[count], 0)
      const orders = counted("orders")
      if (orders === 0) continue
      const [items, canceled] = [counted("items"), counted("returns")]
      this.ordered.push({ advertId, nmId: nm, from, until, orders, items, canceled, price })
    }
  }

  private decline(): void {
    const { campaign } = this
    const { name, status } = campaign.state
    const isDeclined = this.surroundings.course
      .at(this.at)
      .some((one) => one.happens === "declined" && concerns(one, name))
    if (!isDeclined || (status !== 4 && status !== 9 && status !== 11)) return
    const declined = changedStatus(campaign, 8, this.at, this.surroundings.intervals)
    this.financed = { ...this.financed, campaign: declined }
    this.became(campaign, this.at, false)
  }

  private became({ state: { status: from } }: Campaign, at: number, exhausted: boolean): void {
    const to = this.campaign.state.status
    this.isChanged = true
    if (to !== from) this.changes.push({ at, from, to, ...(exhausted && { exhausted }) })
  }
}

/** `known`: the rows that may grow, as far as there are any, by `rowKeyText`. */
export const accrued = (
  given: Financed,
  meter: Meter,
  known: ReadonlyMap<string, StatisticsRow>,
  to: number,
  surroundings: Surroundings
): Accrued => {
  const way = new Way(given, meter, known, surroundings)
  for (;;) {
    const due = dueAt(way.campaign)
    if (due !== undefined && due <= way.at && !way.progress()) break
    if (way.at >= to) break
    way.pass(to)
  }
  return {
    // What waits is written with the next change, unless the market changed the campaign.
    financed: way.isChanged ? way.financed : { ...way.financed, campaign: given.campaign },
    meter: { advertId: meter.advertId, until: way.at, spent: way.spentOfDay },
    rows: [...way.rows.values()],
    costs: way.costs,
    ordered: way.ordered,
    changes: way.isChanged ? way.changes : []
  }
}
