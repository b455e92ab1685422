/** Promotion campaigns of a seller, their money, and what came of them. */
import { type CampaignAction, type Money, moneySources } from "@sellerkit/core"
import type { Account } from "./Account.ts"
import type { SellerAnswer } from "./http/answers.ts"
import { notFound } from "./http/Failure.ts"
import { sellerRequest } from "./http/sellerRequest.ts"

type Information = SellerAnswer<"campaigns", "information">
export type Campaign = Exclude<Information, undefined | void>[number]
export type Statistics = SellerAnswer<"statistics", "campaigns">[number]

/** Of the ids, 50 at most. Undefined: there are none. */
const information = (account: Account, ids: ReadonlyArray<number>, signal: AbortSignal) =>
  sellerRequest<ReadonlyArray<Campaign> | undefined>("POST", account, "/adv/v1/promotion/adverts", {
    body: ids,
    signal
  })

// our choice: what the information tells at once at most.
const pageSize = 50

export interface CampaignFilter {
  /** Undefined is all of them. */
  readonly status: number | undefined
  readonly type: number | undefined
  /** How many campaigns come before the page. */
  readonly offset: number
}

export interface CampaignPage {
  readonly campaigns: ReadonlyArray<Campaign>
  /** Whether there are any at all. */
  readonly hasAny: boolean
  /** Offsets of the pages beside it. */
  readonly next: number | undefined
  readonly prev: number | undefined
}

/** Those that were changed last come first. */
export const listCampaigns = async (
  account: Account,
  { offset, status, type }: CampaignFilter,
  signal: AbortSignal
): Promise<CampaignPage> => {
  const { adverts, all } = await sellerRequest<SellerAnswer<"campaigns", "lists">>(
    "GET",
    account,
    "/adv/v1/promotion/count",
    { signal }
  )
  const ids = (adverts ?? [])
    .filter((group) => (status ?? group.status) === group.status && (type ?? group.type) === group.type)
    .flatMap(({ advert_list: listed }) => listed)
    .sort((one, other) => Date.parse(other.changeTime) - Date.parse(one.changeTime) || other.advertId - one.advertId)
    .map(({ advertId }) => advertId)
  const shown = ids.slice(offset, offset + pageSize)
  const found = shown.length === 0 ? undefined : await information(account, shown, signal)
  const byId = new Map((found ?? []).map((campaign) => [campaign.advertId, campaign]))
  return {
    campaigns: shown.flatMap((id) => byId.get(id) ?? []),
    hasAny: all > 0,
    next: offset + pageSize < ids.length ? offset + pageSize : undefined,
    prev: offset > 0 ? Math.max(0, offset - pageSize) : undefined
  }
}

export const getCampaign = async (account: Account, id: number, signal: AbortSignal): Promise<Campaign> => {
  const found = Number.isSafeInteger(id) ? await information(account, [id], signal) : undefined
  // The operation answers that it has nothing to show.
  if (found?.[0] === undefined) throw notFound()
  return found[0]
}

export const getBudget = (account: Account, id: number, signal: AbortSignal) =>
  sellerRequest<SellerAnswer<"finance", "budget">>("GET", account, "/adv/v1/budget", { query: { id }, signal })

export const topUp = (
  account: Account,
  id: number,
  { source, sum }: { readonly source: Money.Source; readonly sum: number }
) =>
  sellerRequest<unknown>("POST", account, "/adv/v1/budget/deposit", {
    query: { id },
    body: { sum, type: moneySources[source].type, return: true }
  })

/** Operations that change the status. They are read by their method alone, and change something all the same. */
const paths = {
  launch: "/adv/v0/start",
  pause: "/adv/v0/pause",
  complete: "/adv/v0/stop",
  remove: "/adv/v0/delete"
} as const satisfies Readonly<Record<CampaignAction, string>>

export const actOn = (account: Account, id: number, action: CampaignAction) =>
  sellerRequest<unknown>("GET", account, paths[action], { query: { id } })

/** Of days such as `2026-01-15`. Undefined: nothing is told of campaigns that were never shown. */
export const getStatistics = async (
  account: Account,
  id: number,
  { begin, end }: { readonly begin: string; readonly end: string },
  signal: AbortSignal
): Promise<Statistics | undefined> => {
  const told = await sellerRequest<ReadonlyArray<Statistics> | undefined>("POST", account, "/adv/v2/fullstats", {
    body: [{ id, interval: { begin, end } }],
    signal
  })
  return told?.[0]
}
