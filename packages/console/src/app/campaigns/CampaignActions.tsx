/** What can be done with a campaign in its status. */
import { useAction } from "../data/useAction.ts"
import { confirmed } from "../view/Confirmation.tsx"
import { FailureNotice } from "../view/states/FailureNotice.tsx"
import { say } from "../view/states/Notices.tsx"

interface Given<Action extends string> {
  readonly actions: ReadonlyArray<Action>
  readonly words: Readonly<Record<Action, string>>
  /** What is asked before an action from which nothing leads back; undefined for the others. */
  readonly question: (action: Action) => string | undefined
  readonly act: (action: Action) => Promise<unknown>
  /** What is said when it has been accepted. */
  readonly accepted: string
  readonly onChange: () => void
}

export const CampaignActions = <Action extends string>({
  accepted,
  act,
  actions,
  onChange,
  question,
  words
}: Given<Action>) => {
  const { failure, isRunning, run } = useAction(async (action: Action) => {
    const [text, title] = [question(action), words[action]]
    if (text !== undefined && !(await confirmed({ title, text, action: title }))) return
    await act(action)
    say(accepted)
    onChange()
  })
  return (
    <>
      <div class="actions">
        {actions.map((action) => (
          <button
            key={action}
            type="button"
            class={question(action) === undefined ? "main" : "dangerous"}
            disabled={isRunning}
            onClick={() => run(action)}
          >
            {words[action]}
          </button>
        ))}
      </div>
      <FailureNotice failure={failure} />
    </>
  )
}
