/** What a seller has, and the check that a refused request changes none of it. */
import { assert } from "@effect/vitest"
import { publishedIntervals } from "@sellerkit/core"
import { Duration } from "effect"
import type { Caller } from "../api/Caller.ts"
import { assertNothingStored, type SellerData, sellerDataOf } from "../api/SellerData.ts"
import type { DescribedOperation } from "./DescribedOperation.ts"

/** Besides what webhooks have: what campaigns have, by where it is shown. */
type DescribedData = SellerData & Readonly<Record<string, unknown>> & { readonly campaigns: ListedCampaigns }

/** `adverts`: null where there are none. */
interface CampaignLists {
  readonly adverts: ReadonlyArray<{ readonly advert_list: ReadonlyArray<{ readonly advertId: number }> }> | null
}

/** Statuses are shown as of the last synchronisation: in these intervals the lists were asked for, and answered. */
interface ListedCampaigns {
  readonly lists: CampaignLists
  readonly from: number
  readonly to: number
}

const shown = ["/adv/v1/count", "/adv/v1/balance", "/adv/v1/supplier/subjects"]

/** Whether the operations change anything of campaigns. */
const areAboutCampaigns = (operations: ReadonlyArray<DescribedOperation>): boolean =>
  operations.some(({ id }) => /^(campaigns|funds|media|products)\./.test(id))

const noCampaigns: ListedCampaigns = { lists: { adverts: null }, from: 0, to: 0 }

const intervalNow = (): number => Math.floor(Date.now() / Duration.toMillis(publishedIntervals.synchronisation))

const campaignsOf = async (caller: Caller): Promise<ListedCampaigns> => {
  const from = intervalNow()
  const { body } = await caller.get("/adv/v1/promotion/count")
  return { lists: body, from, to: intervalNow() }
}

const idsIn = ({ lists: { adverts } }: ListedCampaigns): Array<number> =>
  (adverts ?? []).flatMap(({ advert_list }) => advert_list.map(({ advertId }) => advertId))

export const describedDataOf = async (
  caller: Caller,
  operations: ReadonlyArray<DescribedOperation>
): Promise<DescribedData> => {
  const hasCampaigns = areAboutCampaigns(operations)
  const ofCampaigns = await Promise.all(
    (hasCampaigns ? shown : []).map(async (path) => [path, (await caller.get(path)).body] as const)
  )
  return {
    ...(await sellerDataOf(caller)),
    ...Object.fromEntries(ofCampaigns),
    campaigns: hasCampaigns ? await campaignsOf(caller) : noCampaigns
  }
}

/** Refusals of webhooks are problems, and some of them are history. Those of campaigns are none. */
const isProblem = (body: unknown): boolean => typeof body === "object" && body !== null && "errors" in body

/** Between synchronisations lists stay as they are. Over one, a campaign that was removed may disappear, but none appears. */
const withSameCampaigns = (before: DescribedData, { campaigns, ...after }: DescribedData): DescribedData => {
  if (campaigns.to === before.campaigns.from) assert.deepStrictEqual(campaigns.lists, before.campaigns.lists)
  assert.includeMembers(idsIn(before.campaigns), idsIn(campaigns))
  return { ...after, campaigns: before.campaigns }
}

export const assertSame = (before: DescribedData, after: DescribedData): void =>
  assert.deepStrictEqual(withSameCampaigns(before, after), before)

/** `body` is that of the answer that refuses. */
export const assertUnchanged = (before: DescribedData, after: DescribedData, status: number, body: unknown): void =>
  isProblem(body)
    ? assertNothingStored(before, withSameCampaigns(before, after), status, body)
    : assertSame(before, after)
