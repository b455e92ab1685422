/** One webhook: how it fares, what can be done about it, and what was sent last. */
import { useSignal } from "@preact/signals"
import type { MonitoredWebhook } from "../api/http/answers.ts"
import { getWebhook } from "../api/webhooks.ts"
import { useResource } from "../data/useResource.ts"
import { mayChange } from "../session/session.ts"
import type { AccountPageProps, RecordPageProps } from "../shell/pageProps.ts"
import { texts } from "../texts/texts.ts"
import { Heading } from "../view/Heading.tsx"
import { Loaded } from "../view/states/Loaded.tsx"
import { HoursOfWebhook } from "./HoursOfWebhook.tsx"
import { LatestDeliveries } from "./LatestDeliveries.tsx"
import { ResendForm } from "./ResendForm.tsx"
import { SecretOnce } from "./SecretOnce.tsx"
import { UrlCheck } from "./editing/UrlCheck.tsx"
import { WebhookActions } from "./WebhookActions.tsx"
import { WebhookFacts } from "./WebhookFacts.tsx"

// our choice: how old what is shown may be, in milliseconds.
const refreshed = 5000

interface ContentProps extends AccountPageProps {
  readonly webhook: MonitoredWebhook
  readonly onChange: () => void
}

const Content = ({ account, onChange, webhook }: ContentProps) => {
  const t = texts.value.webhooks
  const secret = useSignal<string | undefined>(undefined)
  return (
    <>
      {secret.value !== undefined && (
        <SecretOnce
          secret={secret.value}
          onDone={() => {
            secret.value = undefined
          }}
        />
      )}
      {mayChange.value && (
        <WebhookActions
          account={account}
          webhook={webhook}
          onChange={onChange}
          onSecret={(refreshed) => {
            secret.value = refreshed
          }}
        />
      )}
      <WebhookFacts webhook={webhook} />
      {mayChange.value && <UrlCheck account={account} serviceId={webhook.serviceId} url={webhook.url} />}
      <HoursOfWebhook account={account} webhookId={webhook.id} />
      <LatestDeliveries account={account} webhookId={webhook.id} />
      {mayChange.value && (
        <section aria-labelledby="resend">
          <h2 id="resend">{t.resend}</h2>
          {webhook.health.state === "disabled" ? (
            <p>{t.resendDisabled}</p>
          ) : (
            <ResendForm account={account} webhookId={webhook.id} />
          )}
        </section>
      )}
    </>
  )
}

export const WebhookPage = ({ account, id }: RecordPageProps) => {
  const resource = useResource(id, (signal) => getWebhook(account, id, signal), { every: () => refreshed })
  return (
    <>
      <Heading title={resource.data?.name ?? texts.value.webhooks.one} />
      <Loaded resource={resource}>
        {(webhook) => <Content account={account} webhook={webhook} onChange={resource.reload} />}
      </Loaded>
    </>
  )
}
