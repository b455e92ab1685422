/** The life of a campaign as a diagram: where it is, and where it may go from there. */
import { transitions } from "@sellerkit/core"
import { texts } from "../texts/texts.ts"
import { type Status, statuses, statusWord } from "./words.ts"

/** What leads from one status to another, by the service's own table. */
const actionBetween = (from: Status, to: Status): keyof typeof transitions | undefined =>
  (Object.keys(transitions) as ReadonlyArray<keyof typeof transitions>).find(
    (action) => transitions[action].to === to && transitions[action].from.includes(from)
  )

export const Life = ({ status }: { readonly status: Status }) => {
  const t = texts.value.campaigns
  return (
    <ol class="life" aria-label={t.life}>
      {statuses.map((one) => {
        const action = actionBetween(status, one)
        return (
          <li key={one} aria-current={one === status ? "step" : undefined}>
            <span class="badge">{statusWord(one)}</span>
            {action !== undefined && <span class="faint">← {t.actions[action]}</span>}
          </li>
        )
      })}
    </ol>
  )
}
