/** Products of an automatic campaign (Seller Statistics Reports, Change nomenclatures of an automatic campaign). */
import { Result } from "effect"
import type { Campaign, CampaignState } from "./Campaign.ts"
import { WrongCampaignType } from "./CampaignErrors.ts"

export interface ProductsChange {
  readonly add: ReadonlyArray<number>
  /** What is no product of the campaign has no effect. */
  readonly delete: ReadonlyArray<unknown>
}

type AutoParams = NonNullable<CampaignState["autoParams"]>

export const autoParamsOf = ({ state, type }: Campaign): Result.Result<AutoParams, WrongCampaignType> =>
  type === 8 && state.autoParams !== undefined
    ? Result.succeed(state.autoParams)
    : Result.fail(new WrongCampaignType({ takes: "automatic" }))

/** Whether both carry the same products. */
export const haveSameProducts = (one: AutoParams, other: AutoParams): boolean =>
  one.nms.length === other.nms.length && one.nms.every((nm, place) => nm === other.nms[place])

/** Those of its subject that it does not carry. */
export const availableFor = ({ nms }: AutoParams, ofSubject: ReadonlyArray<number>): ReadonlyArray<number> => {
  const carried = new Set(nms)
  return ofSubject.filter((nm) => !carried.has(nm))
}

/**
 * `most`: how many products it may carry. A part that does not follow the rules changes nothing, and is not refused: none is
 * added where one is not available or they are too many, and the last product is not deleted.
 */
export const withProducts = (
  autoParams: AutoParams,
  { add, delete: deleted }: ProductsChange,
  ofSubject: ReadonlyArray<number>,
  most: number
): AutoParams => {
  const available = new Set(availableFor(autoParams, ofSubject))
  const gone = new Set(deleted)
  const left = autoParams.nms.filter((nm) => !gone.has(nm))
  const kept = left.length === 0 ? autoParams.nms : left
  const grown = [...kept, ...new Set(add)]
  const nms = add.every((nm) => available.has(nm)) && grown.length <= most ? grown : kept
  const bids = new Map(autoParams.nmCPM.map(({ cpm, nm }) => [nm, cpm]))
  return { ...autoParams, nms, nmCPM: nms.map((nm) => ({ nm, cpm: bids.get(nm) ?? autoParams.cpm })) }
}
