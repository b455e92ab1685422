/** Campaigns of sellers that the marketplace's own side puts in, and what came of them. */
import { CampaignId } from "@sellerkit/core"
import { CampaignInput, campaignOperations, statisticsOperations } from "@sellerkit/core/operator"
import type { KeywordRow, StatisticsRow } from "@sellerkit/core"
import { Effect, Schema } from "effect"
import { decodeInput } from "../InputInvalid.ts"
import type { Run } from "../Run.ts"
import { about, decodeSeller, type Seller } from "../Seller.ts"

/** A campaign as the information shows it, with its budget in roubles. Times are RFC 3339; what is absent is as for a new one. */
export type SellerCampaign = typeof CampaignInput.Encoded

/** What became of rows. Rows that were not stored are named by their place, from 1 on. */
export interface RecordedStatistics {
  readonly accepted: number
  /** How many of them are other than before. */
  readonly changed: number
  /** The first hundred. */
  readonly refused: ReadonlyArray<{ readonly line: number; readonly field: string; readonly reason: string }>
  /** How many more were refused. */
  readonly more: number
}

/** Every method rejects with `InputInvalid` or `StorageError` as well. */
export interface SellerkitCampaigns {
  /** Adds a campaign of any type and status, or replaces the one with its id. Rejects with nothing else. */
  put(seller: Seller, advertId: number, campaign: SellerCampaign): Promise<void>
  /**
   * Tells what came of campaigns: a growing `sum` takes their budgets. Good rows are stored, and others are refused. The same rows
   * again change nothing. Rejects with nothing else.
   */
  recordStatistics(seller: Seller, rows: ReadonlyArray<KeywordRow | StatisticsRow>): Promise<RecordedStatistics>
}

const decodeId = decodeInput(CampaignId, "advertId")
const decodeCampaign = decodeInput(CampaignInput, "campaign")
const decodeRows = decodeInput(Schema.Array(Schema.Unknown), "rows")

/** Rows as the operation takes them. */
export const linesOf = (rows: ReadonlyArray<unknown>) =>
  Effect.map(decodeRows(rows), (all) => all.map((row) => JSON.stringify(row) ?? "null").join("\n"))

const put = Effect.fnUntraced(function* (seller: Seller, advertId: number, campaign: SellerCampaign) {
  const account = yield* decodeSeller(seller)
  const params = { advertId: yield* decodeId(advertId) }
  yield* (yield* campaignOperations).put({ ...about(account, params), payload: yield* decodeCampaign(campaign) })
})

const recordStatistics = Effect.fnUntraced(function* (seller: Seller, rows: ReadonlyArray<KeywordRow | StatisticsRow>) {
  const account = yield* decodeSeller(seller)
  return yield* (yield* statisticsOperations).record({ ...about(account, {}), payload: yield* linesOf(rows) })
})

export const makeCampaigns = (run: Run): SellerkitCampaigns => ({
  put: (seller, advertId, campaign) => run(put(seller, advertId, campaign)),
  recordStatistics: (seller, rows) => run(recordStatistics(seller, rows))
})
