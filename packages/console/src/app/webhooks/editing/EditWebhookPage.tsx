/** Changes a webhook. */
import type { MonitoredWebhook } from "../../api/http/answers.ts"
import { editWebhook, getWebhook, type NewWebhook } from "../../api/webhooks.ts"
import { useAction } from "../../data/useAction.ts"
import { useResource } from "../../data/useResource.ts"
import { addressOf, go } from "../../routing/location.ts"
import { accountQuery } from "../../shell/account.ts"
import type { RecordPageProps } from "../../shell/pageProps.ts"
import { texts } from "../../texts/texts.ts"
import { Heading } from "../../view/Heading.tsx"
import { Loaded } from "../../view/Loaded.tsx"
import { say } from "../../view/Notices.tsx"
import { WebhookForm } from "./WebhookForm.tsx"

const Form = ({ account, webhook }: Omit<RecordPageProps, "id"> & { readonly webhook: MonitoredWebhook }) => {
  const { health, id, name, serviceId, subscriptions, url } = webhook
  const { failure, isRunning, run } = useAction(async (edited: NewWebhook) => {
    await editWebhook(account, webhook, {
      name: edited.name,
      enabled: edited.enabled,
      subscriptions: edited.subscriptions
    })
    say(texts.value.saved)
    go(addressOf("webhook", { sellerId: account.sellerId, id }, accountQuery(account)))
  })
  return (
    <WebhookForm
      account={account}
      serviceId={serviceId}
      initial={{ name, url, enabled: health.state !== "disabled", subscriptions }}
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
