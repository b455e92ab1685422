/** What types and statuses of media campaigns are called (Seller Statistics Reports, Media campaign statuses). */
import type { MediaCampaign } from "../../api/mediaCampaigns.ts"
import { texts } from "../../texts/texts.ts"

export type Status = MediaCampaign["status"]
export type Type = MediaCampaign["type"]

/** In the order of a life. */
export const statuses = [1, 2, 3, 8, 4, 5, 6, 9, 10, 11, 7] as const satisfies ReadonlyArray<Status>
export const types = [1, 2] as const satisfies ReadonlyArray<Type>

export const statusWord = (status: Status): string => texts.value.mediaCampaigns.statuses[status]
export const typeWord = (type: Type): string => texts.value.mediaCampaigns.types[type]

export const statusTones = {
  1: "quiet",
  2: "busy",
  3: "bad",
  4: "good",
  5: "good",
  6: "good",
  7: "quiet",
  8: "bad",
  9: "busy",
  10: "busy",
  11: "busy"
} as const satisfies Record<Status, string>
