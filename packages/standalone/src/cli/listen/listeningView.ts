/** What a listener says as it begins. */
import type { Subscription } from "@sellerkit/core"
import { shownType } from "../events/eventTypes.ts"
import type { Paint } from "../output/Output.ts"
import { table } from "../output/Table.ts"

export interface Listening {
  /** Where it listens. */
  readonly listening: string
  /** The webhook that was made for it. */
  readonly webhookId?: string
  readonly secret?: string
  readonly subscriptions?: ReadonlyArray<Subscription>
  /** The app that notifications are handed on to. */
  readonly forwardTo?: string
}

/** `isChecked`: whether there is a secret to check notifications with. */
export const showListening =
  (isChecked: boolean) =>
  ({ forwardTo, listening, secret, subscriptions = [], webhookId }: Listening, paint: Paint): string => {
    const advice = isChecked ? "" : " What arrives is not checked: there is no secret."
    const facts = [
      ["Webhook", webhookId === undefined ? undefined : `${webhookId}, deleted at the end`],
      ["Secret", secret],
      ...subscriptions.map((type, index) => [index === 0 ? "Events" : "", shownType(type)]),
      ["Forwards to", forwardTo]
    ]
    const rows = facts.flatMap(([name, value]) => (value === undefined ? [] : [[["dim", name!], value] as const]))
    const begun = `${paint("bold", "Listening")} at ${listening}/ (Ctrl-C ends).${advice}`
    return rows.length === 0 ? begun : `${begun}\n${table(rows, { paint, columns: Infinity })}`
  }
