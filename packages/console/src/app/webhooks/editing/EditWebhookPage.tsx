/** Changes a webhook. */
import type { MonitoredWebhook } from "../../api/http/answers.ts"
import { editWebhook, getWebhook, type NewWebhook } from "../../api/webhooks.ts"
import { useAction } from "../../data/useAction.ts"
import { useResource } from "../../data/useResource.ts"
import { addressOf, go } from "../../routing/location.ts"
import { accountQuery } from "../../shell/account.ts"
import type { RecordPageProps } from "../../shell/pageProps.ts"
import { texts } from "../../texts/texts.ts"
import { confirmed } from "../../view/Confirmation.tsx"
import { Heading } from "../../view/Heading.tsx"
import { Loaded } from "../../view/states/Loaded.tsx"
import { say } from "../../view/states/Notices.tsx"
import { WebhookForm } from "./WebhookForm.tsx"

const editableOf = ({ health, name, subscriptions }: MonitoredWebhook) => ({
  name,
  enabled: health.state !== "disabled",
  subscriptions
})

/** Whether it is as it was when the form began, or the viewer wants what the form says. */
const mayBeSaved = (before: MonitoredWebhook, now: MonitoredWebhook): Promise<boolean> => {
  if (JSON.stringify(editableOf(before)) === JSON.stringify(editableOf(now))) return Promise.resolve(true)
  const { changedAsk, changedMeanwhile } = texts.peek().webhooks
  return confirmed({ title: changedMeanwhile, text: changedAsk, action: texts.peek().actions.save })
}

const Form = ({ account, webhook }: Omit<RecordPageProps, "id"> & { readonly webhook: MonitoredWebhook }) => {
  const { id, serviceId, url } = webhook
  const { failure, isRunning, run } = useAction(async ({ enabled, name, subscriptions }: NewWebhook) => {
    if (!(await mayBeSaved(webhook, await getWebhook(account, id)))) return
    await editWebhook(account, webhook, { name, enabled, subscriptions })
    say(texts.value.saved)
    go(addressOf("webhook", { sellerId: account.sellerId, id }, accountQuery(account)))
  })
  return (
    <WebhookForm
      account={account}
      serviceId={serviceId}
      initial={{ url, ...editableOf(webhook) }}
      isNew={false}
      isRunning={isRunning}
      failure={failure}
      onSubmit={run}
    />
  )
}

export const EditWebhookPage = ({ account, id }: RecordPageProps) => {
  const resource = useResource(id, (signal) => getWebhook(account, id, signal))
  return (
    <>
      <Heading title={texts.value.webhooks.edit} />
      <Loaded resource={resource}>{(webhook) => <Form account={account} webhook={webhook} />}</Loaded>
    </>
  )
}
