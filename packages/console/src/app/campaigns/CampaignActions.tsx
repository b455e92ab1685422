/** What can be done with a campaign in its status. */
import type { CampaignAction } from "@sellerkit/core"
import { actOn, type Campaign } from "../api/campaigns.ts"
import { useAction } from "../data/useAction.ts"
import type { AccountPageProps } from "../shell/pageProps.ts"
import { texts } from "../texts/texts.ts"
import { confirmed } from "../view/Confirmation.tsx"
import { FailureNotice } from "../view/FailureNotice.tsx"
import { say } from "../view/Notices.tsx"
import { possibleActions } from "./possibleActions.ts"

/** Nothing leads back from them. */
const isFinal = (action: CampaignAction): action is "complete" | "remove" =>
  action === "complete" || action === "remove"

interface Given extends AccountPageProps {
  readonly campaign: Campaign
  readonly onChange: () => void
}

export const CampaignActions = ({ account, campaign: { advertId, name, status }, onChange }: Given) => {
  const t = texts.value.campaigns
  const { failure, isRunning, run } = useAction(async (action: CampaignAction) => {
    const t = texts.peek().campaigns
    const title = t.actions[action]
    if (isFinal(action) && !(await confirmed({ title, text: t.asks[action](name), action: title }))) return
    await actOn(account, advertId, action)
    say(t.accepted)
    onChange()
  })
  return (
    <>
      <div class="actions">
        {possibleActions(status).map((action) => (
          <button
            key={action}
            type="button"
            class={isFinal(action) ? "dangerous" : "main"}
            disabled={isRunning}
            onClick={() => run(action)}
          >
            {t.actions[action]}
          </button>
        ))}
      </div>
      <FailureNotice failure={failure} />
    </>
  )
}
