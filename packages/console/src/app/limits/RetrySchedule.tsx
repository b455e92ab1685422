/** When failed deliveries to the seller's webhooks are tried again. An operator may give the seller a schedule of its own. */
import { useSignal } from "@preact/signals"
import {
  type AccountRetrySchedule,
  getRetrySchedule,
  removeRetrySchedule,
  type RetryScheduleFields,
  setRetrySchedule
} from "../api/limits.ts"
import { useAction } from "../data/useAction.ts"
import { useResource } from "../data/useResource.ts"
import { mayChange, session } from "../session/session.ts"
import type { AccountPageProps } from "../shell/pageProps.ts"
import { texts } from "../texts/texts.ts"
import { confirmed } from "../view/Confirmation.tsx"
import { Facts } from "../view/Facts.tsx"
import { FailureNotice } from "../view/states/FailureNotice.tsx"
import { Loaded } from "../view/states/Loaded.tsx"
import { say } from "../view/states/Notices.tsx"
import { TextField } from "../view/fields/TextField.tsx"

interface Given extends AccountPageProps {
  readonly found: AccountRetrySchedule
  readonly onChange: () => void
}

const ScheduleForm = ({ account, found: { isOwn, schedule }, onChange }: Given) => {
  const t = texts.value.limits
  const firstWait = useSignal(schedule.firstWait)
  const factor = useSignal(String(schedule.factor))
  const longestWait = useSignal(schedule.longestWait)
  const longestWaitFor = useSignal(schedule.longestWaitFor)
  const { failure, isRunning, run } = useAction(async (change: "remove" | "set") => {
    const t = texts.peek().limits
    if (change === "remove") {
      if (!(await confirmed({ title: t.remove, text: t.removes, action: t.remove }))) return
      await removeRetrySchedule(account)
    } else {
      const fields: RetryScheduleFields = {
        firstWait: firstWait.peek(),
        factor: Number(factor.peek()),
        longestWait: longestWait.peek(),
        longestWaitFor: longestWaitFor.peek()
      }
      await setRetrySchedule(account, fields)
    }
    say(texts.peek().saved)
    onChange()
  })
  return (
    <form
      class="narrow"
      aria-labelledby="own-schedule"
      onSubmit={(event) => {
        event.preventDefault()
        run("set")
      }}
    >
      <h3 id="own-schedule">{t.own}</h3>
      <TextField label={t.firstWait} hint={t.durationHint} value={firstWait} required />
      <TextField label={t.factor} hint={t.factorHint} value={factor} type="number" min={1} step="any" required />
      <TextField label={t.longestWait} value={longestWait} required />
      <TextField label={t.longestWaitFor} value={longestWaitFor} required />
      <FailureNotice failure={failure} />
      <div class="actions">
        <button type="submit" class="main" disabled={isRunning}>
          {texts.value.actions.save}
        </button>
        {isOwn && (
          <button type="button" class="dangerous" disabled={isRunning} onClick={() => run("remove")}>
            {t.remove}
          </button>
        )}
      </div>
    </form>
  )
}

export const RetrySchedule = ({ account }: AccountPageProps) => {
  const t = texts.value.limits
  const resource = useResource("retry schedule", (signal) => getRetrySchedule(account, signal))
  return (
    <section aria-labelledby="retries">
      <h2 id="retries">{t.retries}</h2>
      <Loaded resource={resource}>
        {(found) => (
          <>
            <Facts
              facts={[
                [t.whose, found.isOwn ? t.ofSeller : t.ofEverybody],
                [t.attempts, found.attempts],
                [t.lastAttempt, found.lastAttemptAfter],
                [t.firstWait, found.schedule.firstWait],
                [t.factor, found.schedule.factor],
                [t.longestWait, found.schedule.longestWait],
                [t.longestWaitFor, found.schedule.longestWaitFor]
              ]}
            />
            {session.value?.face === "operator" && mayChange.value && (
              <ScheduleForm key={JSON.stringify(found)} account={account} found={found} onChange={resource.reload} />
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}
