/** Whose pages were opened last in this browser, so that nobody looks for an id twice. */
import type { Account } from "../api/Account.ts"
import { keep, kept } from "../preferences/kept.ts"
import { isSellerId } from "./sellers.ts"

// our choice: what can be taken in at a glance.
const most = 8

const key = "sellers"

const isAccount = (value: unknown): value is Account => {
  const { sandbox, sellerId } = Object(value) as Record<string, unknown>
  return typeof sellerId === "string" && isSellerId(sellerId) && typeof sandbox === "boolean"
}

/** The last one first. What is kept may be anything: somebody may have edited it. */
export const recentSellers = (): ReadonlyArray<Account> => {
  try {
    const known: unknown = JSON.parse(kept(key) ?? "[]")
    return Array.isArray(known) ? known.filter(isAccount).slice(0, most) : []
  } catch {
    return []
  }
}

export const noteSeller = ({ sandbox, sellerId }: Account): void => {
  const others = recentSellers().filter((other) => other.sellerId !== sellerId || other.sandbox !== sandbox)
  keep(key, JSON.stringify([{ sellerId, sandbox }, ...others].slice(0, most)))
}
