/** What is under test: the part of a shop's back office that advertises a sale. */

export interface AdvertiserOptions {
  /** Calls the seller API; tests give it that of the sandbox. */
  readonly fetch: typeof globalThis.fetch
  readonly baseUrl: string
  /** With the category Promotion. */
  readonly token: string
  /** Tests let simulated time pass. */
  readonly wait: (milliseconds: number) => Promise<unknown>
}

export interface Sale {
  readonly name: string
  /** Products of one subject. */
  readonly nms: ReadonlyArray<number>
  readonly subjectId: number
  /** Roubles for a thousand displays. */
  readonly bid: number
  /** Roubles of the seller's account: a multiple of 50. */
  readonly budget: number
}

/** The statuses that a campaign of type 9 has. */
export const status = { ready: 4, completed: 7, active: 9, paused: 11 } as const

export class AdvertisingFailed extends Error {
  override readonly name = "AdvertisingFailed"
  readonly status: number

  constructor(status: number, text: string) {
    super(`${status}: ${text}`)
    this.status = status
  }
}

// A bid takes effect when the half minute is over, and keeps a new campaign from its launch until then.
const bidInterval = 30_000

export class Advertiser {
  private readonly options: AdvertiserOptions

  constructor(options: AdvertiserOptions) {
    this.options = options
  }

  private async call(method: string, path: string, body?: unknown): Promise<any> {
    const { baseUrl, fetch, token } = this.options
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: token, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
    const text = await answer.text()
    if (!answer.ok) throw new AdvertisingFailed(answer.status, text)
    return text === "" ? undefined : JSON.parse(text)
  }

  /** Gives the id of a campaign that is ready to launch. */
  async prepare({ bid, budget, name, nms, subjectId }: Sale): Promise<number> {
    const id: number = await this.call("POST", "/adv/v2/seacat/save-ad", { name, nms })
    await this.call("POST", "/adv/v0/cpm", { advertId: id, type: 9, instrument: 6, param: subjectId, cpm: bid })
    await this.call("POST", `/adv/v1/budget/deposit?id=${id}`, { sum: budget, type: 0 })
    return id
  }

  /** It is active when the minute is over. */
  async launch(id: number): Promise<void> {
    try {
      await this.call("GET", `/adv/v0/start?id=${id}`)
    } catch (error) {
      if (!(error instanceof AdvertisingFailed) || error.status !== 422) throw error
      await this.options.wait(bidInterval)
      await this.call("GET", `/adv/v0/start?id=${id}`)
    }
  }

  async pause(id: number): Promise<void> {
    await this.call("GET", `/adv/v0/pause?id=${id}`)
  }

  async complete(id: number): Promise<void> {
    await this.call("GET", `/adv/v0/stop?id=${id}`)
  }

  /** As it was at the last synchronisation, which is every three minutes. */
  async statusOf(id: number): Promise<number> {
    const [campaign] = await this.call("POST", "/adv/v1/promotion/adverts", [id])
    return campaign.status
  }

  /** Roubles. */
  async budgetOf(id: number): Promise<number> {
    return (await this.call("GET", `/adv/v1/budget?id=${id}`)).total
  }
}
