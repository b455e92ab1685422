/** The life of a campaign as a diagram: where it is, and where it may go from there. */
import { transitions } from "@sellerkit/core"
import { texts } from "../texts/texts.ts"
import { possibleActions } from "./possibleActions.ts"
import { type Status, statuses, statusWord } from "./words.ts"

export const Life = ({ status }: { readonly status: Status }) => {
  const t = texts.value.campaigns
  const possible = possibleActions(status)
  return (
    <ol class="life" aria-label={t.life}>
      {statuses.map((other) => {
        const action = possible.find((name) => transitions[name].to === other)
        return (
          <li key={other} aria-current={other === status ? "step" : undefined}>
            <span class="badge">{statusWord(other)}</span>
            {action !== undefined && <span class="faint">← {t.actions[action]}</span>}
          </li>
        )
      })}
    </ol>
  )
}
