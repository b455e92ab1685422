/** How far a job is that sends events again. */
import type { Account } from "../api/Account.ts"
import type { Resend } from "../api/http/answers.ts"
import { cancelResend, getResend } from "../api/resends.ts"
import { useAction } from "../data/useAction.ts"
import { useResource } from "../data/useResource.ts"
import { addressOf } from "../routing/location.ts"
import { mayChange } from "../session/session.ts"
import { accountQuery } from "../shell/account.ts"
import type { RecordPageProps } from "../shell/pageProps.ts"
import { texts } from "../texts/texts.ts"
import { Facts, optional } from "../view/Facts.tsx"
import { FailureNotice } from "../view/states/FailureNotice.tsx"
import { Heading } from "../view/Heading.tsx"
import { Loaded } from "../view/states/Loaded.tsx"
import { Moment } from "../view/time/Moment.tsx"

// our choice: how old what is shown may be, in milliseconds.
const refreshed = 1000

const moment = (at: string) => <Moment at={at} />

const Progress = ({ account, resend }: { readonly account: Account; readonly resend: Resend }) => {
  const t = texts.value.resend
  const { deliveryId, examined, state, total, webhookId } = resend
  const webhook = addressOf("webhook", { sellerId: account.sellerId, id: webhookId }, accountQuery(account))
  return (
    <>
      <progress
        max={Math.max(total, 1)}
        value={state === "finished" ? Math.max(total, 1) : examined}
        aria-label={t.title}
      />
      <Facts
        facts={[
          [t.state, t.states[state]],
          [t.examined, t.of(examined, total)],
          [t.resent, resend.resent],
          [t.alreadyWaiting, resend.alreadyWaiting],
          [t.backingOffUntil, optional(resend.backingOffUntil, moment)],
          [
            t.webhook,
            <a href={webhook}>
              <code>{webhookId}</code>
            </a>
          ],
          [t.delivery, optional(deliveryId, (id) => <code>{id}</code>)],
          [t.since, optional(resend.since, moment)],
          [t.until, optional(resend.until, moment)],
          [t.onlyFailed, optional(resend.onlyFailed, (isIt) => (isIt ? t.yes : t.no))],
          [t.speed, resend.eventsPerSecond],
          [t.createdAt, moment(resend.createdAt)],
          [t.updatedAt, moment(resend.updatedAt)]
        ]}
      />
    </>
  )
}

export const ResendPage = ({ account, id }: RecordPageProps) => {
  const t = texts.value.resend
  const resource = useResource(id, (signal) => getResend(account, id, signal), {
    every: ({ state }) => (state === "running" ? refreshed : undefined)
  })
  const { failure, isRunning, run } = useAction(async () => {
    await cancelResend(account, id)
    resource.reload()
  })
  return (
    <>
      <Heading title={t.title}>
        {mayChange.value && resource.data?.state === "running" && (
          <button type="button" disabled={isRunning} onClick={run}>
            {t.cancel}
          </button>
        )}
      </Heading>
      <FailureNotice failure={failure} />
      <Loaded resource={resource}>{(resend) => <Progress account={account} resend={resend} />}</Loaded>
    </>
  )
}
