/**
 * A plain model of a seller's campaigns and money: what is refused, what takes effect when, and what is shown when (Seller
 * Statistics Reports, What the service does, 3; States and transitions). It knows nothing of how the service keeps any of it.
 */
import type { StepOf } from "./Step.ts"

const [halfMinute, minute, synchronisation] = [30_000, 60_000, 180_000]

const endOf = (time: number, interval: number) => time - (time % interval) + interval

export type Source = 0 | 1 | 3
export type Money = Readonly<Record<Source, number>>

const nothing: Money = { 0: 0, 1: 0, 3: 0 }
const sumOf = (money: Money) => money[0] + money[1] + money[3]
const plus = (one: Money, other: Money): Money => ({
  0: one[0] + other[0],
  1: one[1] + other[1],
  3: one[3] + other[3]
})

const spendingOrder = [3, 1, 0] as const

/** A status and, where it is refused, the text. */
export type Expected = readonly [status: number, text?: string]

const done: Expected = [200]
const notChanged: Expected = [422, "Статус кампании не изменен"]
const unknown: Expected = [400, "Кампания не найдена"]

/** What answers show of a campaign. */
export interface View {
  readonly status: number
  readonly name: string
  readonly changedAt: number
  readonly startedAt: number
  readonly endedAt?: number
  readonly hasFixedPhrases?: boolean
  /** By what they are for. */
  readonly bids: Readonly<Record<string, number>>
}

interface Kind {
  readonly type: 8 | 9
  readonly isManual: boolean
}

interface Campaign extends Kind {
  readonly createdAt: number
  readonly launchableAt: number
  /** All states that it has had. One that took effect by the clock is seen at that moment. */
  readonly states: Array<{ readonly at: number; readonly byClock: boolean; readonly view: View }>
  money: Money
  /** Hundredths of a rouble. */
  spent: number
  /** Whole roubles. */
  charged: number
  status?: { readonly to: number; readonly at: number }
  bids: ReadonlyArray<{ readonly on: string; readonly cpm: number; readonly at: number }>
  goneAt: number
}

const actions = {
  launch: { from: [4, 11], to: 9 },
  pause: { from: [9], to: 11 },
  complete: { from: [4, 9, 11], to: 7 },
  remove: { from: [4], to: -1 }
} as const

export class CampaignModel {
  now = 0
  funds: Money = nothing
  /** All that the marketplace's own side gave and took. */
  credited = 0
  readonly toppedUp: Array<number> = []
  /** Costs, each of one source. */
  readonly costs: Array<number> = []
  /** What sellers are told of, each as a text. */
  readonly events: Array<string> = []
  /** Those that are gone too. */
  readonly campaigns = new Map<number, Campaign>()
  private readonly credits = new Map<string, string>()

  advance(to: number): void {
    const from = this.now
    this.now = to
    for (const [id, campaign] of this.campaigns) {
      if (from < campaign.goneAt && campaign.goneAt <= to) this.events.push(`${id} removed at ${campaign.goneAt}`)
      const times = [campaign.status?.at, ...campaign.bids.map(({ at }) => at)].filter((at) => at !== undefined)
      for (const at of new Set(times.filter((time) => time <= to).toSorted((one, other) => one - other))) {
        const bids = Object.fromEntries(campaign.bids.filter((bid) => bid.at === at).map(({ cpm, on }) => [on, cpm]))
        const status = campaign.status?.at === at ? campaign.status.to : undefined
        const { view } = campaign.states.at(-1)!
        this.become(id, at, true, { bids: { ...view.bids, ...bids }, ...(status && { status }) })
        campaign.bids = campaign.bids.filter((bid) => bid.at !== at)
        if (status !== undefined) delete campaign.status
      }
    }
  }

  /** Its state as it is, whatever answers show. Undefined: it is gone. */
  stateOf(id: number): View | undefined {
    const campaign = this.campaigns.get(id)
    return campaign === undefined || campaign.goneAt <= this.now ? undefined : campaign.states.at(-1)!.view
  }

  /** What answers show: what had taken effect when the interval began, or what it was created as. */
  shown(id: number): View | undefined {
    const begin = this.now - (this.now % synchronisation)
    const { states } = this.campaigns.get(id)!
    const seen = states.findLast(({ at, byClock }) => at < begin || (at === begin && byClock))
    return this.stateOf(id) && (seen ?? states[0]!).view
  }

  created(id: number, kind: Kind, view: Omit<View, "changedAt" | "startedAt">, money: Money): void {
    const now = this.now
    this.funds = plus(this.funds, { 0: -money[0], 1: -money[1], 3: -money[3] })
    if (sumOf(money) > 0) this.toppedUp.push(sumOf(money))
    this.campaigns.set(id, {
      ...kind,
      createdAt: now,
      launchableAt: view.status === 11 ? now + synchronisation : now,
      states: [{ at: now, byClock: false, view: { ...view, changedAt: now, startedAt: now } }],
      money,
      spent: 0,
      charged: 0,
      bids: [],
      goneAt: Infinity
    })
  }

  topUpRefusal(sum: number, source: Source): Expected | undefined {
    if (sum % 50 !== 0) return [400, "Сумма пополнения должна быть кратна 50 руб"]
    if (sum < 1000) return [400, "Минимальная сумма пополнения 1000 рублей"]
    return sum > this.funds[source] ? [400, "недостаточно средств на счете"] : undefined
  }

  act(id: number, action: keyof typeof actions): Expected {
    const [campaign, state] = [this.campaigns.get(id), this.stateOf(id)]
    if (campaign === undefined || state === undefined) return unknown
    const from: ReadonlyArray<number> = actions[action].from
    // The last action of a minute counts: it takes the place of the one before.
    if (!from.includes(state.status) && !from.includes(campaign.status?.to ?? 0)) return notChanged
    const isSettingsWaiting = state.status === 4 && campaign.bids.length > 0
    const isReady = sumOf(campaign.money) > 0 && campaign.launchableAt <= this.now && !isSettingsWaiting
    if (action === "launch" && !isReady) return notChanged
    delete campaign.status
    const { to } = actions[action]
    if (action === "remove") {
      // It is shown as being deleted for one interval.
      campaign.goneAt = endOf(this.now, synchronisation) + synchronisation
      this.become(id, this.now, false, { status: to })
    } else if (to !== state.status) campaign.status = { to, at: endOf(this.now, minute) }
    return done
  }

  rename(id: number, name: string): Expected {
    const campaign = this.changeable(id)
    if (campaign === undefined) return this.stateOf(id) ? [422, "Ошибка изменения названия кампании"] : unknown
    this.become(id, this.now, false, { name })
    return done
  }

  bid(id: number, { cpm, instrument, subject, type }: StepOf<"Bid">): Expected {
    const [campaign, state] = [this.campaigns.get(id), this.stateOf(id)]
    if (campaign === undefined || state === undefined) return unknown
    if (type !== "own" && type !== campaign.type) return [400, "Некорректное значение параметра type"]
    const on = campaign.type === 8 ? "all" : `${subject} ${instrument === 4 ? "catalog" : "search"}`
    if (!(on in state.bids)) return [400, "Некорректное значение параметра param"]
    if (cpm < (campaign.type === 8 ? 100 : 150) || !this.changeable(id)) return [422, "Размер ставки не изменен"]
    campaign.bids = [...campaign.bids.filter((bid) => bid.on !== on), { on, cpm, at: endOf(this.now, halfMinute) }]
    return done
  }

  topUp(id: number, sum: number, source: Source): Expected {
    const campaign = this.changeable(id)
    if (!this.stateOf(id)) return [400, "кампания не принадлежит продавцу"]
    if (campaign === undefined) return [400, "Кампания завершена"]
    const refusal = this.topUpRefusal(sum, source)
    if (refusal !== undefined) return refusal
    campaign.money = plus(campaign.money, { ...nothing, [source]: sum })
    this.funds = plus(this.funds, { ...nothing, [source]: -sum })
    this.toppedUp.push(sum)
    return done
  }

  credit(key: string, sum: number, source: Source): Expected {
    const request = `${source} ${sum}`
    const known = this.credits.get(key)
    if (known !== undefined) return known === request ? done : [409]
    if (this.funds[source] + sum < 0) return [409]
    this.credits.set(key, request)
    this.funds = plus(this.funds, { ...nothing, [source]: sum })
    this.credited += sum
    return done
  }

  fixPhrases(id: number, hasFixedPhrases: boolean): Expected {
    const campaign = this.changeable(id)
    if (campaign?.type !== 9 || !campaign.isManual) return [400, "Некорректный запрос"]
    if (this.stateOf(id)!.hasFixedPhrases !== hasFixedPhrases) this.become(id, this.now, false, { hasFixedPhrases })
    return done
  }

  /** Gives whether there is such a campaign. What the budget does not have is not charged later, and nothing is paid back. */
  spend(id: number, hundredths: number): boolean {
    const [campaign, state] = [this.campaigns.get(id), this.stateOf(id)]
    if (campaign === undefined || state === undefined) return false
    campaign.spent = hundredths
    let due = Math.max(0, Math.floor(hundredths / 100) - campaign.charged)
    if (due === 0) return true
    campaign.charged += due
    const before = campaign.money
    for (const source of spendingOrder) {
      const taken = Math.min(due, campaign.money[source])
      due -= taken
      campaign.money = plus(campaign.money, { ...nothing, [source]: -taken })
    }
    const taken = ([0, 1, 3] as const).map((source) => before[source] - campaign.money[source])
    this.costs.push(...taken.filter((cost) => cost > 0))
    if (sumOf(campaign.money) > 0) return true
    if (campaign.status?.to === 9 || (campaign.status?.to === 11 && state.status === 9)) delete campaign.status
    if (state.status === 9) this.become(id, this.now, false, { status: 11 }, `${id} exhausted at ${this.now}`)
    return true
  }

  /** Undefined: it is gone. */
  budget(id: number): number | undefined {
    return this.stateOf(id) && sumOf(this.campaigns.get(id)!.money)
  }

  private changeable(id: number): Campaign | undefined {
    return [4, 9, 11].includes(this.stateOf(id)?.status ?? 0) ? this.campaigns.get(id) : undefined
  }

  private become(id: number, at: number, byClock: boolean, change: Partial<View>, event?: string): void {
    const campaign = this.campaigns.get(id)!
    const before = campaign.states.at(-1)!.view
    if (change.status !== undefined)
      this.events.push(event ?? `${id} from ${before.status} to ${change.status} at ${at}`)
    const isFirstStart = change.status === 9 && !campaign.states.some(({ view }) => view.status === 9)
    campaign.states.push({
      at,
      byClock,
      view: {
        ...before,
        ...change,
        changedAt: at,
        ...(isFirstStart && { startedAt: at }),
        ...(change.status === 7 && { endedAt: at })
      }
    })
    if (change.status !== 7 && change.status !== -1) return
    this.funds = plus(this.funds, campaign.money)
    campaign.money = nothing
  }
}
