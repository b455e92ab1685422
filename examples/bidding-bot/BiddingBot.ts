/** What is under test: a bot that bids so that an order costs what the shop wants to pay for it. */

export interface BotOptions {
  /** Calls the seller API; tests give it that of the sandbox. */
  readonly fetch: typeof globalThis.fetch
  readonly baseUrl: string
  /** With the category Promotion. */
  readonly token: string
  /** Tests give it simulated time. */
  readonly now: () => Date
}

export interface Aim {
  /** A campaign of type 9 whose products are of one subject. */
  readonly campaign: number
  readonly subject: number
  /** Roubles for an order. */
  readonly costPerOrder: number
  /** Roubles for a thousand displays: what the bot begins with, and what it keeps to. */
  readonly bid: { readonly first: number; readonly least: number; readonly most: number }
}

interface Results {
  /** In roubles. */
  readonly sum: number
  readonly orders: number
}

// Fewer orders say little about what an order costs.
const enoughOrders = 20

// Without so many orders, too much was paid where more was spent than these should have cost.
const tooMuch = 1.5

// A bid is changed by a third at most.
const [leastChange, mostChange] = [0.67, 1.33] as const

// Search and catalog.
const instruments = [6, 4] as const

const dayLength = 86_400_000
const moscow = 10_800_000

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))

/** The day in Moscow so many days ago, as `2026-01-15`. */
const dayAgo = (now: Date, days: number): string =>
  new Date(now.getTime() + moscow - days * dayLength).toISOString().slice(0, 10)

export class BiddingBot {
  /** Roubles for a thousand displays. */
  bid: number
  private readonly options: BotOptions
  private readonly aim: Aim
  /** Since the last change of the bid. */
  private results: Results = { sum: 0, orders: 0 }

  constructor(options: BotOptions, aim: Aim) {
    this.options = options
    this.aim = aim
    this.bid = aim.bid.first
  }

  /** Makes the first bids. */
  async start(): Promise<void> {
    await this.offer(this.bid)
  }

  /** To be called once a day, soon after midnight in Moscow. */
  async review(): Promise<void> {
    const { sum, orders } = await this.yesterday()
    this.results = { sum: this.results.sum + sum, orders: this.results.orders + orders }
    if (!this.isTelling()) return
    const costPerOrder = this.results.sum / Math.max(1, this.results.orders)
    const change = within(this.aim.costPerOrder / costPerOrder, leastChange, mostChange)
    await this.offer(within(Math.round(this.bid * change), this.aim.bid.least, this.aim.bid.most))
    this.results = { sum: 0, orders: 0 }
  }

  private isTelling(): boolean {
    const { orders, sum } = this.results
    return orders >= enoughOrders || sum > tooMuch * enoughOrders * this.aim.costPerOrder
  }

  private async yesterday(): Promise<Results> {
    const dates = [dayAgo(this.options.now(), 1)]
    const [found] = await this.call("POST", "/adv/v2/fullstats", [{ id: this.aim.campaign, dates }])
    return found ?? { sum: 0, orders: 0 }
  }

  private async offer(cpm: number): Promise<void> {
    const { campaign: advertId, subject: param } = this.aim
    for (const instrument of instruments) {
      await this.call("POST", "/adv/v0/cpm", { advertId, type: 9, instrument, param, cpm })
    }
    this.bid = cpm
  }

  private async call(method: string, path: string, body: unknown): Promise<any> {
    const { baseUrl, fetch, token } = this.options
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: token, "content-type": "application/json" },
      body: JSON.stringify(body)
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${text}`)
    return text === "" ? undefined : JSON.parse(text)
  }
}
