/** What every operation on campaigns needs. */
import { Clock, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { Configurations } from "../configuration/Configurations.ts"
import { currentProductSource } from "../products/ProductSource.ts"
import { Records } from "../records/Records.ts"
import { CurrentBeforeChange } from "./BeforeChange.ts"
import type { Campaign } from "./Campaign.ts"
import { CurrentIntervals } from "./CampaignIntervals.ts"
import { makeCampaignWrites } from "./CampaignWrites.ts"
import { progressed } from "./progress.ts"

export const campaignServices = Effect.gen(function* () {
  const records = yield* Records
  const intervals = yield* CurrentIntervals
  return {
    records,
    intervals,
    beforeChange: (yield* CurrentBeforeChange).promotion,
    products: yield* currentProductSource,
    configuration: (yield* Configurations).current,
    random: yield* SecureRandom.SecureRandom,
    ...(yield* makeCampaignWrites),
    /** As they are now: what is due is not always written yet. */
    current: (found: ReadonlyArray<Campaign>) =>
      Effect.map(Clock.currentTimeMillis, (now) =>
        found.flatMap((campaign) => progressed(campaign, now, intervals).campaign ?? [])
      )
  }
})
export type CampaignServices = Effect.Success<typeof campaignServices>
