/** Media campaigns of a seller, and what came of their banners. */
import type { mediaTransitions } from "@sellerkit/core"
import type { Account } from "./Account.ts"
import type { SellerAnswer } from "./http/answers.ts"
import { notFound } from "./http/Failure.ts"
import { sellerRequest } from "./http/sellerRequest.ts"

export type MediaCampaign = Exclude<SellerAnswer<"media", "information">, undefined | void>
type List = SellerAnswer<"media", "list">
export type ListedMediaCampaign = Exclude<List, undefined | void>[number]
type Told = SellerAnswer<"media", "statistics">[number]
export type BannerStatistics = NonNullable<Told["stats"]>[number]
export type MediaAction = keyof typeof mediaTransitions

// our choice: as many as other lists show.
const pageSize = 50

export interface MediaFilter {
  /** Undefined is all of them. */
  readonly status: number | undefined
  readonly type: number | undefined
  /** How many campaigns come before the page. */
  readonly offset: number
}

export interface MediaPage {
  readonly campaigns: ReadonlyArray<ListedMediaCampaign>
  /** Offsets of the pages beside it. */
  readonly next: number | undefined
  readonly prev: number | undefined
}

/** The newest come first. */
export const listMediaCampaigns = async (
  account: Account,
  { offset, status, type }: MediaFilter,
  signal: AbortSignal
): Promise<MediaPage> => {
  // One more than the page, which tells whether there is another one. There is no answer where there are none.
  const query = { status, type, offset, limit: pageSize + 1 }
  const found = await sellerRequest<ReadonlyArray<ListedMediaCampaign> | undefined>("GET", account, "/adv/v1/adverts", {
    query,
    signal
  })
  const campaigns = found ?? []
  return {
    campaigns: campaigns.slice(0, pageSize),
    next: campaigns.length > pageSize ? offset + pageSize : undefined,
    prev: offset > 0 ? Math.max(0, offset - pageSize) : undefined
  }
}

export const getMediaCampaign = async (account: Account, id: number, signal: AbortSignal): Promise<MediaCampaign> => {
  const found = Number.isSafeInteger(id)
    ? await sellerRequest<MediaCampaign | undefined>("GET", account, "/adv/v1/advert", { query: { id }, signal })
    : undefined
  // The operation answers that it has nothing to show.
  if (found === undefined) throw notFound()
  return found
}

const paths = {
  launch: "/adv/v1/advert/start",
  pause: "/adv/v1/advert/pause",
  stop: "/adv/v1/advert/stop"
} as const satisfies Readonly<Record<MediaAction, string>>

export const actOnMedia = (account: Account, id: number, action: MediaAction) =>
  sellerRequest<unknown>("POST", account, paths[action], { body: { advert_id: id } })

/** Roubles for a thousand views of a banner. */
export const changeBid = (account: Account, id: number, bannerId: number, cpm: number) =>
  sellerRequest<unknown>("POST", account, "/adv/v1/item/cpm/change", {
    body: { advert_id: id, item_id: bannerId, cpm }
  })

/** Of days such as `2026-01-15`, of each banner of which there is something to tell. */
export const getMediaStatistics = async (
  account: Account,
  id: number,
  interval: { readonly begin: string; readonly end: string },
  signal: AbortSignal
): Promise<ReadonlyArray<BannerStatistics>> => {
  const told = await sellerRequest<ReadonlyArray<Told>>("POST", account, "/adv/v1/stats", {
    body: [{ id, interval }],
    signal
  })
  return told[0]?.stats ?? []
}
