/** What a campaign is when it is created (Seller Statistics Reports, Promotion operations). */
import { Array, Duration, Result } from "effect"
import { type Configuration, leastBid } from "../configuration/Configuration.ts"
import type { Product } from "../products/Product.ts"
import type { Campaign, CampaignState } from "./Campaign.ts"
import { ProductsNotAvailable, SubjectNotFound } from "./CampaignErrors.ts"
import type { CampaignIntervals } from "./CampaignIntervals.ts"

export interface NewAutomaticCampaign {
  readonly name: string
  readonly subjectId: number
  /** Undefined or empty: those of the subject. */
  readonly nms: ReadonlyArray<number> | undefined
  readonly cpm: number | undefined
  readonly onPause: boolean
}

export interface NewAuctionCampaign {
  readonly name: string
  readonly nms: ReadonlyArray<number>
  readonly bidType: "manual" | "unified"
  readonly paymentType: "cpc" | "cpm"
  readonly placementTypes: ReadonlyArray<"recommendations" | "search">
}

/** `products`: those of its products that the seller has. */
export interface Making {
  readonly advertId: number
  readonly products: ReadonlyArray<Product>
  readonly now: number
  readonly configuration: Configuration
}

const missing = (nms: ReadonlyArray<number>, products: ReadonlyArray<Product>): ReadonlyArray<number> => {
  const known = new Set(products.map(({ nm }) => nm))
  return nms.filter((nm) => !known.has(nm))
}

const stateAt = (now: number, status: CampaignState["status"], name: string): CampaignState => ({
  status,
  name,
  // Campaign fields, dailyBudget: 0 if not set.
  dailyBudget: 0,
  changedAt: now,
  ...(status === 9 && { startedAt: now })
})

/** `ofSubject`: products of its subject. */
export const automaticCampaign = (
  { cpm = 0, name, nms, onPause, subjectId }: NewAutomaticCampaign,
  { advertId, configuration, now, ofSubject, products }: Making & { readonly ofSubject: ReadonlyArray<Product> },
  { firstLaunch }: CampaignIntervals
): Result.Result<Campaign, ProductsNotAvailable | SubjectNotFound> => {
  const [first] = ofSubject
  if (first === undefined) return Result.fail(new SubjectNotFound({ subjectId }))
  const carried = [...new Set(nms?.length ? nms : products.map(({ nm }) => nm))]
  const unknown = missing(
    carried,
    products.filter((product) => product.subjectId === subjectId)
  )
  if (unknown.length > 0) return Result.fail(new ProductsNotAvailable({ nms: unknown }))
  // A bid below the minimum is raised to it.
  const bid = Math.max(cpm, leastBid(configuration, "cpm_min_booster", subjectId))
  return Result.succeed({
    advertId,
    type: 8,
    createdAt: now,
    paymentType: "cpm",
    ...(onPause && { launchableAt: now + Duration.toMillis(firstLaunch) }),
    state: {
      ...stateAt(now, onPause ? 11 : 9, name),
      autoParams: {
        subject: { id: subjectId, name: first.subjectName },
        sets: [],
        menus: [],
        active: { carousel: true, recom: true, booster: true },
        nmCPM: carried.map((nm) => ({ nm, cpm: bid })),
        nms: carried,
        cpm: bid
      }
    }
  })
}

export const auctionCampaign = (
  { bidType, name, nms, paymentType, placementTypes }: NewAuctionCampaign,
  { advertId, configuration, now, products }: Making
): Result.Result<Campaign, ProductsNotAvailable> => {
  const unknown = missing(nms, products)
  if (unknown.length > 0) return Result.fail(new ProductsNotAvailable({ nms: unknown }))
  const ordered = products.toSorted((one, other) => one.nm - other.nm)
  const subjects = Object.values(Array.groupBy(ordered, ({ subjectId }) => String(subjectId)))
  return Result.succeed({
    advertId,
    type: 9,
    createdAt: now,
    paymentType,
    bidType,
    placementTypes,
    state: {
      ...stateAt(now, 4, name),
      searchPluseState: false,
      unitedParams: subjects.map((own) => {
        const { subjectId: id, subjectName } = own[0]
        const bid = leastBid(configuration, "cpm_min_search_catalog", id)
        return {
          subject: { id, name: subjectName },
          menus: [],
          nms: own.map(({ nm }) => nm),
          searchCPM: bid,
          catalogCPM: bid
        }
      })
    }
  })
}
