/** How a webhook fares, in a word that is not told by its colour alone. */
import type { Health } from "../api/http/answers.ts"
import { texts } from "../texts/texts.ts"

const tones = { healthy: "good", failing: "bad", disabled: "quiet" } as const satisfies Record<Health["state"], string>

export const HealthBadge = ({ health: { state } }: { readonly health: Health }) => (
  <span class={`badge ${tones[state]}`}>{texts.value.webhooks.states[state]}</span>
)
