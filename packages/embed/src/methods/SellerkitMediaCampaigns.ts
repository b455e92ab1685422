/** Media campaigns of sellers that the marketplace's own side puts in, and what came of them. */
import { CampaignId, MediaCampaignInput, type MediaStatisticsRow } from "@sellerkit/core"
import { mediaOperations } from "@sellerkit/core/operator"
import { Effect } from "effect"
import { decodeInput } from "../InputInvalid.ts"
import type { Run } from "../Run.ts"
import { about, decodeSeller, type Seller } from "../Seller.ts"
import { linesOf, type RecordedStatistics } from "./SellerkitCampaigns.ts"

/** A media campaign as the information shows it, with its banners. Times are RFC 3339; what is absent is not known, or nothing. */
export type SellerMediaCampaign = typeof MediaCampaignInput.Encoded

/** Every method rejects with `InputInvalid` or `StorageError` as well. */
export interface SellerkitMediaCampaigns {
  /** Adds a media campaign in any status, or replaces the one with its id. Rejects with nothing else. */
  put(seller: Seller, advertId: number, campaign: SellerMediaCampaign): Promise<void>
  /**
   * Tells what came of banners: a growing `sum` takes the budgets of their campaigns. Good rows are stored, and others are refused.
   * The same rows again change nothing. Rejects with nothing else.
   */
  recordStatistics(seller: Seller, rows: ReadonlyArray<MediaStatisticsRow>): Promise<RecordedStatistics>
}

const decodeId = decodeInput(CampaignId, "advertId")
const decodeCampaign = decodeInput(MediaCampaignInput, "campaign")

const put = Effect.fnUntraced(function* (seller: Seller, advertId: number, campaign: SellerMediaCampaign) {
  const account = yield* decodeSeller(seller)
  const params = { advertId: yield* decodeId(advertId) }
  yield* (yield* mediaOperations).put({ ...about(account, params), payload: yield* decodeCampaign(campaign) })
})

const recordStatistics = Effect.fnUntraced(function* (seller: Seller, rows: ReadonlyArray<MediaStatisticsRow>) {
  const account = yield* decodeSeller(seller)
  return yield* (yield* mediaOperations).record({ ...about(account, {}), payload: yield* linesOf(rows) })
})

export const makeMediaCampaigns = (run: Run): SellerkitMediaCampaigns => ({
  put: (seller, advertId, campaign) => run(put(seller, advertId, campaign)),
  recordStatistics: (seller, rows) => run(recordStatistics(seller, rows))
})
