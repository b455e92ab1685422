/** What types and statuses of campaigns are called (Seller Statistics Reports, Campaign fields, Campaign statuses). */
import type { Campaign } from "../api/campaigns.ts"
import { texts } from "../texts/texts.ts"

export type Status = Campaign["status"]
export type Type = Campaign["type"]

/** In the order of a life. */
export const statuses = [4, 9, 11, 7, 8, -1] as const satisfies ReadonlyArray<Status>
export const types = [9, 8, 7, 6, 5, 4] as const satisfies ReadonlyArray<Type>

export const statusWord = (status: Status): string => texts.value.campaigns.statuses[status]
export const typeWord = (type: Type): string => texts.value.campaigns.types[type]

export const statusTones = {
  4: "quiet",
  9: "good",
  11: "busy",
  7: "quiet",
  8: "bad",
  "-1": "bad"
} as const satisfies Record<Status, string>
