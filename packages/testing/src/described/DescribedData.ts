/** What a seller has, and the check that a refused request changes none of it. */
import { assert } from "@effect/vitest"
import type { Caller } from "../api/Caller.ts"
import { assertNothingStored, type SellerData, sellerDataOf } from "../api/SellerData.ts"
import type { DescribedOperation } from "./DescribedOperation.ts"

/** Besides what webhooks have: what campaigns have, by where it is shown. */
type DescribedData = SellerData & Readonly<Record<string, unknown>>

const shown = ["/adv/v1/promotion/count", "/adv/v1/count", "/adv/v1/balance", "/adv/v1/supplier/subjects"]

/** Whether the operations change anything of campaigns. */
const areAboutCampaigns = (operations: ReadonlyArray<DescribedOperation>): boolean =>
  operations.some(({ id }) => /^(campaigns|funds|media|products)\./.test(id))

export const describedDataOf = async (
  caller: Caller,
  operations: ReadonlyArray<DescribedOperation>
): Promise<DescribedData> => {
  const ofCampaigns = await Promise.all(
    (areAboutCampaigns(operations) ? shown : []).map(async (path) => [path, (await caller.get(path)).body] as const)
  )
  return { ...(await sellerDataOf(caller)), ...Object.fromEntries(ofCampaigns) }
}

/** Refusals of webhooks are problems, and some of them are history. Those of campaigns are none. */
const isProblem = (body: unknown): boolean => typeof body === "object" && body !== null && "errors" in body

/** `body` is that of the answer that refuses. */
export const assertUnchanged = (before: DescribedData, after: DescribedData, status: number, body: unknown): void =>
  isProblem(body) ? assertNothingStored(before, after, status, body) : assert.deepStrictEqual(after, before)
