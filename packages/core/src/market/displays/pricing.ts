/** What displays cost, by what a campaign pays for. */
import type { Counts } from "./displaying.ts"

export type Payment = "cpc" | "cpm" | "cpo"

// our choice: bids are roubles for a thousand displays, whatever is paid for. For them a campaign gets so many displays, clicks or
// orders: what a thousand displays bring on average.
const forABid: Readonly<Record<Payment, readonly [counted: keyof Counts, number: number]>> = {
  cpm: ["views", 1000],
  cpc: ["clicks", 40],
  cpo: ["orders", 2]
}

/** In hundredths of a rouble. Parts of a hundredth are not charged. `bid`: roubles for a thousand displays. */
export const costOf = (payment: Payment, bid: number, counts: Counts): number => {
  const [counted, number] = forABid[payment]
  return Math.floor((counts[counted] * bid * 100) / number)
}
