/** Calls that are under way. Who closes lets them end, and refuses others. */
import { SellerkitClosed } from "./SellerkitClosed.ts"

export class OpenCalls {
  // A number and no set: a Worker gives up calls of a request that was given up, and they would be kept for ever.
  #underWay = 0
  readonly #ended = Promise.withResolvers<void>()
  #isClosed = false

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Makes the call, unless it comes too late. */
  async add<A>(call: () => Promise<A>): Promise<A> {
    if (this.#isClosed) throw new SellerkitClosed()
    this.#underWay++
    try {
      return await call()
    } finally {
      this.#underWay--
      this.#endIfIdle()
    }
  }

  /** Further calls come too late. Completes when those under way have ended. */
  close(): Promise<void> {
    this.#isClosed = true
    this.#endIfIdle()
    return this.#ended.promise
  }

  #endIfIdle(): void {
    if (this.#isClosed && this.#underWay === 0) this.#ended.resolve()
  }
}
