import { type CampaignAction, transitions } from "@sellerkit/core"
import type { Status } from "./words.ts"

interface Transition<Status> {
  readonly from: ReadonlyArray<Status>
  readonly to: Status
}

/** What can be done in a status, by the service's own table, and where it leads. */
export const possibleIn = <Action extends string, Status>(
  table: Readonly<Record<Action, Transition<Status>>>,
  actions: ReadonlyArray<Action>,
  status: Status
): ReadonlyArray<readonly [action: Action, to: Status]> =>
  actions.filter((action) => table[action].from.includes(status)).map((action) => [action, table[action].to] as const)

export const possibleActions = (status: Status) =>
  possibleIn<CampaignAction, Status>(transitions, ["launch", "pause", "complete", "remove"], status)
