/** What can be done with a webhook. What cannot be undone is asked about first. */
import type { Account } from "../api/Account.ts"
import type { MonitoredWebhook } from "../api/http/answers.ts"
import { deleteWebhook, editWebhook, getWebhook, refreshSecret, retryNow, sendTestEvents } from "../api/webhooks.ts"
import { useAction } from "../data/useAction.ts"
import { addressOf, go } from "../routing/location.ts"
import { accountQuery } from "../shell/account.ts"
import { texts } from "../texts/texts.ts"
import { confirmed } from "../view/Confirmation.tsx"
import { FailureNotice } from "../view/states/FailureNotice.tsx"
import { say } from "../view/states/Notices.tsx"

interface Given {
  readonly account: Account
  readonly webhook: MonitoredWebhook
  readonly onChange: () => void
  readonly onSecret: (secret: string) => void
}

const isEnabled = ({ health }: MonitoredWebhook): boolean => health.state !== "disabled"

/** Each as a call and what is said afterwards. */
const actionsOf = ({ account, onChange, onSecret, webhook }: Given) => ({
  retry: async () => {
    await retryNow(account, webhook.id)
    say(texts.peek().webhooks.retried)
    onChange()
  },
  test: async () => {
    const { events } = await sendTestEvents(account, webhook)
    say(texts.peek().webhooks.testSent(events.length))
    onChange()
  },
  toggle: async () => {
    // Others may have changed it since it was shown, and each call says all of it.
    const { name, subscriptions } = await getWebhook(account, webhook.id)
    await editWebhook(account, webhook, { enabled: !isEnabled(webhook), name, subscriptions })
    say(texts.peek().saved)
    onChange()
  },
  refresh: async () => {
    const t = texts.peek().webhooks
    if (!(await confirmed({ title: t.refreshSecret, text: t.refreshSecretAsk, action: t.refreshSecret }))) return
    const { secret } = await refreshSecret(account, webhook)
    onSecret(secret)
  },
  remove: async () => {
    const t = texts.peek().webhooks
    if (!(await confirmed({ title: t.remove, text: t.removeAsk(webhook.name), action: t.remove }))) return
    await deleteWebhook(account, webhook)
    say(t.removed)
    go(addressOf("webhooks", { sellerId: account.sellerId }, accountQuery(account)))
  }
})

export const WebhookActions = (given: Given) => {
  const t = texts.value.webhooks
  const { account, webhook } = given
  const actions = actionsOf(given)
  const { failure, isRunning, run } = useAction((name: keyof typeof actions) => actions[name]())
  const buttons: ReadonlyArray<readonly [name: keyof typeof actions, label: string, tone?: string]> = [
    ...(isEnabled(webhook) ? [["test", t.sendTest] as const] : []),
    ["toggle", isEnabled(webhook) ? t.disable : t.enable],
    ["refresh", t.refreshSecret],
    ["remove", t.remove, "dangerous"]
  ]
  const edit = addressOf("editWebhook", { sellerId: account.sellerId, id: webhook.id }, accountQuery(account))
  return (
    <>
      <div class="actions">
        {webhook.health.backingOffUntil !== undefined && (
          <button type="button" class="main" disabled={isRunning} onClick={() => run("retry")}>
            {t.retryNow}
          </button>
        )}
        <a class="button" href={edit}>
          {t.edit}
        </a>
        {buttons.map(([name, label, tone]) => (
          <button key={name} type="button" class={tone} disabled={isRunning} onClick={() => run(name)}>
            {label}
          </button>
        ))}
      </div>
      <FailureNotice failure={failure} />
    </>
  )
}
