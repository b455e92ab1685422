import { type CampaignAction, transitions } from "@sellerkit/core"
import type { Status } from "./words.ts"

const all = Object.keys(transitions) as ReadonlyArray<CampaignAction>

/** What can be done with a campaign in a status, by the service's own table. */
export const possibleActions = (status: Status): ReadonlyArray<CampaignAction> =>
  all.filter((action) => transitions[action].from.includes(status))
