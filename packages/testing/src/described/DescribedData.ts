/** What a seller has, and the check that a refused request changes none of it. */
import { assert } from "@effect/vitest"
import type { Caller } from "../api/Caller.ts"
import { assertNothingStored, type SellerData, sellerDataOf } from "../api/SellerData.ts"
import type { DescribedOperation } from "./DescribedOperation.ts"

/** Besides what webhooks have: what campaigns have, by where it is shown. */
type DescribedData = SellerData & Readonly<Record<string, unknown>> & { readonly campaigns: ReadonlyArray<number> }

const shown = ["/adv/v1/count", "/adv/v1/balance", "/adv/v1/supplier/subjects"]

/** Whether the operations change anything of campaigns. */
const areAboutCampaigns = (operations: ReadonlyArray<DescribedOperation>): boolean =>
  operations.some(({ id }) => /^(campaigns|funds|media|products)\./.test(id))

/** Which there are. Their statuses are shown as of a synchronisation, and the next one may come at any moment. */
const campaignsOf = async (caller: Caller): Promise<ReadonlyArray<number>> => {
  const { body } = await caller.get("/adv/v1/promotion/count")
  // Null where there are none.
  const groups: ReadonlyArray<{ readonly advert_list: ReadonlyArray<{ readonly advertId: number }> }> =
    body.adverts ?? []
  return groups.flatMap(({ advert_list }) => advert_list.map(({ advertId }) => advertId))
}

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
    campaigns: hasCampaigns ? await campaignsOf(caller) : []
  }
}

/** Refusals of webhooks are problems, and some of them are history. Those of campaigns are none. */
const isProblem = (body: unknown): boolean => typeof body === "object" && body !== null && "errors" in body

/** A campaign that is being removed disappears by itself, but none appears. */
const assertNoneIsNew = (before: DescribedData, { campaigns, ...after }: DescribedData): DescribedData => {
  assert.includeMembers([...before.campaigns], [...campaigns])
  return { ...after, campaigns: before.campaigns }
}

export const assertSame = (before: DescribedData, after: DescribedData): void =>
  assert.deepStrictEqual(assertNoneIsNew(before, after), before)

/** `body` is that of the answer that refuses. */
export const assertUnchanged = (before: DescribedData, after: DescribedData, status: number, body: unknown): void =>
  isProblem(body)
    ? assertNothingStored(before, assertNoneIsNew(before, after), status, body)
    : assertSame(before, after)
