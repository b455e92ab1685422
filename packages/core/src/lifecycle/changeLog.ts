/**
 * The change log of the documents as one table (Seller Statistics Reports, Versioning, and what other sections date). Where a
 * document names a group of operations, the contract's notes say which ones they are.
 */
import { Context } from "effect"
import type { ApiChange } from "./ApiChange.ts"

const versioning = (row: string) => `Seller Statistics Reports, Versioning, ${row}`

const others = (row: string, on: string, ...texts: ReadonlyArray<string>): ReadonlyArray<ApiChange> =>
  texts.map((text) => ({ kind: "other", on, text, source: versioning(row) }))

/** A deprecated operation is announced in a month, and switched off on a day. */
const leaving = (
  source: string,
  operation: string,
  [deprecated, disabled]: readonly [deprecated: string, disabled: string],
  successor?: string
): ReadonlyArray<ApiChange> => {
  const named = { operation, source, ...(successor !== undefined && { successor }) }
  return [
    { kind: "disabled", on: disabled, ...named },
    { kind: "deprecated", on: deprecated, ...named }
  ]
}

const realizationDetail = "GET /api/v5/supplier/reportDetailByPeriod"
const newRealizationDetail = "POST /api/finance/v1/sales-reports/detailed"
const currentStocks = "POST /api/analytics/v1/stocks-report/marketplace-warehouses"
const campaignStatistics = "POST /adv/v2/fullstats"

const rowFields = (row: string, on: string, ...fields: ReadonlyArray<string>): ApiChange => ({
  kind: "fieldsAdded",
  on,
  operation: realizationDetail,
  fields,
  source: versioning(row)
})

/** Deprecated type 8 methods, which the document does not name: those that are about automatic campaigns alone. */
const ofAutomaticCampaigns = [
  "GET /adv/v1/auto/getnmtoadd",
  "POST /adv/v1/auto/updatenm",
  "POST /adv/v1/auto/set-excluded",
  "GET /adv/v2/auto/stat-words"
].flatMap((operation) => leaving(versioning("December 2025"), operation, ["2025-12", "2026-02-02"]))

/** Old versions, with bids in roubles, and the new ones, which are not served here (contract, notes and newer public paths). */
const withRoubles = (
  [
    ["GET /adv/v0/config", "GET /api/advert/v1/config"],
    ["POST /adv/v1/promotion/adverts", "GET /api/advert/v2/adverts"],
    ["POST /adv/v0/cpm", "PATCH /api/advert/v1/bids"]
  ] as const
).flatMap(([operation, successor]) =>
  leaving(versioning("December 2025"), operation, ["2025-12", "2026-02-02"], successor)
)

export const publishedChanges: ReadonlyArray<ApiChange> = [
  { kind: "added", on: "2026-04", operation: newRealizationDetail, source: versioning("April") },
  ...leaving(versioning("April"), realizationDetail, ["2026-04", "2026-07-15"], newRealizationDetail),
  ...others(
    "April",
    "2026-04",
    "The parameter kizMarked (false by default) confirms that a labeling code was applied; card lists have needKiz and kizMarked.",
    "Cross-border stickers have the fields partA, partB and barcode.",
    "The list of card errors has updatedAt.",
    "Methods of normquery have statistics of cpc campaigns.",
    "GET /api/common/v1/subscriptions and GET /api/common/v1/rating are new."
  ),
  { kind: "added", on: "2026-03", operation: currentStocks, source: versioning("March") },
  ...leaving(versioning("March"), "GET /api/v1/supplier/stocks", ["2026-03", "2026-06-23"], currentStocks),
  ...leaving(versioning("March"), "GET /api/v1/supplier/incomes", ["2026-03", "2026-03-11"]),
  ...others("March", "2026-04-09", "Metadata of FBS orders is validated: data matrix for B2B."),
  ...others("March", "2026-04-07", "Metadata of FBS orders is validated: UIN."),
  ...others("March", "2026-03-31", "Metadata of FBS orders is validated: IMEI."),
  ...others("March", "2026-03-11", "Reports on generation tasks answer 204 without data, and not an empty array."),
  ...others(
    "March",
    "2026-03",
    "Orders have the array metaDetails.",
    "Cross-border stickers have the field status: awaitingTrackNumber or ready.",
    "Information about the seller has the field tin.",
    "DBS delivery requires an IMEI.",
    "The fields isBoxOnPallet, boxTypeID and isB2b are new."
  ),
  rowFields("February", "2026-02", "currency"),
  ...others(
    "February",
    "2026-02",
    "Returns have origin_id_info and delivery_dt.",
    "The report STOCK_HISTORY_DAILY_CSV is new.",
    "Orders have the field orderStatus: buyout, rejected, returned or notSpecified."
  ),
  ...others("January", "2026-02-05", "Links to photos (photoLinks) are in webp."),
  ...others("January", "2026-02-02", "The fields statusID and clientID are gone."),
  rowFields(
    "January",
    "2026-01",
    "uuid_promocode",
    "sale_price_promocode_discount_prc",
    "loyalty_id",
    "loyalty_discount"
  ),
  ...others(
    "January",
    "2026-01",
    "The field crossBorderType is new.",
    "Orders have metadata of the customs declaration."
  ),
  ...leaving(
    versioning("December 2025"),
    "POST /adv/v1/save-ad",
    ["2025-12", "2026-02-02"],
    // Types 8 and 9 are one type (Versioning, October 2025).
    "POST /adv/v2/seacat/save-ad"
  ),
  ...ofAutomaticCampaigns,
  ...withRoubles,
  rowFields("December 2025", "2025-12", "seller_promo_id", "seller_promo_discount", "delivery_method"),
  ...others("December 2025", "2025-12", "Campaigns may have the payment type cpc; new versions take bids in kopecks."),
  {
    kind: "limitChanged",
    on: "2025-11-27",
    operation: campaignStatistics,
    location: "body",
    before: 100,
    most: 50,
    source: "Seller Statistics Reports, Limits, Other constants"
  },
  {
    kind: "valuesRemoved",
    on: "2025-11",
    operation: "GET /adv/v1/promotion/count",
    field: "adverts.type",
    values: [4, 5, 6, 7],
    source: versioning("November 2025")
  },
  rowFields("November 2025", "2025-11", "payment_schedule"),
  ...others(
    "November 2025",
    "2025-11",
    "Orders have optionalMeta and requiredMeta.",
    "Methods of metadata take up to 100 ids of assembly orders at once."
  ),
  ...others("October 2025", "2025-12-09", "The sales funnel v2 is switched off; use v3."),
  {
    kind: "fieldsAdded",
    on: "2025-10",
    operation: "POST /adv/v1/promotion/adverts",
    fields: ["bid_type"],
    source: versioning("October 2025")
  },
  ...others(
    "October 2025",
    "2025-10",
    "The sales funnel v3 is new.",
    "Campaigns of the types 8 and 9 are of the type 9, with bid_type and placement: search, recommendations or combined."
  ),
  {
    kind: "fieldsAdded",
    on: "2025-09-30",
    operation: campaignStatistics,
    fields: ["canceled", "days.canceled", "days.apps.canceled", "days.apps.nm.canceled"],
    // The document gives no day. The contract has it with a version that replaced another one on that day.
    source: "Seller Statistics Reports, Campaign statistics row; contract, Differences, Campaign statistics"
  },
  rowFields("September 2025", "2025-09", "cashback_commission_change", "order_uid"),
  ...others("September 2025", "2025-09", "Creation of campaigns takes bid_type and placement_types."),
  {
    kind: "other",
    on: "2025-07-14",
    text: "Reception options may be asked for 6 times a minute.",
    source: "Seller Statistics Reports, Limits"
  },
  ...others("Earlier 2025", "2025-04-15", "The second legacy domain is discontinued; use the main domain."),
  ...others(
    "Earlier 2025",
    "2025",
    "FBS and in-store pickup have sandboxes.",
    "Files are retrieved by downloadID.",
    "Dimensions of cards have weightBrutto."
  )
]

/** The change log of an installation. */
export const ChangeLog = Context.Reference<ReadonlyArray<ApiChange>>("@sellerkit/core/lifecycle/ChangeLog", {
  defaultValue: () => publishedChanges
})
