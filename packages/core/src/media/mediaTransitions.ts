/** Which actions the status of a media campaign allows (Seller Statistics Reports, States and transitions, Media campaign statuses). */
import type { MediaStatus } from "./MediaCampaign.ts"

export type MediaAction = "launch" | "pause" | "stop"

interface Transition {
  readonly from: ReadonlyArray<MediaStatus>
  readonly to: MediaStatus
  /** How often it may happen to one campaign in a day, from midnight in Moscow on. */
  readonly mostPerDay?: number
}

export const mediaTransitions: Readonly<Record<MediaAction, Transition>> = {
  stop: { from: [1, 3, 4, 5, 6, 8, 9, 10, 11], to: 7 },
  pause: { from: [4, 5, 6, 10, 11], to: 9, mostPerDay: 10 },
  /** The status is that of its dates, limits and budget 2 to 5 minutes later (`realStatus`). */
  launch: { from: [9, 11], to: 4 }
}

/** Promotion operations, Change banner bid. */
export const bidStatuses: ReadonlySet<MediaStatus> = new Set([4, 5, 6, 9, 10, 11])
