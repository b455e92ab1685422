/** The webhooks of a seller and of its services, and how they fare. */
import type { MonitoredWebhook } from "../../api/http/answers.ts"
import { listWebhooks } from "../../api/webhooks.ts"
import { useResource } from "../../data/useResource.ts"
import { addressOf } from "../../routing/location.ts"
import { mayChange } from "../../session/session.ts"
import { accountQuery } from "../../shell/account.ts"
import type { AccountPageProps } from "../../shell/pageProps.ts"
import { texts } from "../../texts/texts.ts"
import { Empty } from "../../view/states/Empty.tsx"
import { Heading } from "../../view/Heading.tsx"
import { Loaded } from "../../view/states/Loaded.tsx"
import { selectWebhooks } from "./selectWebhooks.ts"
import { wantedWebhooks, WebhookSelection } from "./WebhookSelection.tsx"
import { WebhookTable } from "./WebhookTable.tsx"

// our choice: how old what is shown may be, in milliseconds.
const refreshed = 10_000

const List = ({ account, webhooks }: AccountPageProps & { readonly webhooks: ReadonlyArray<MonitoredWebhook> }) => {
  const t = texts.value.webhooks
  if (webhooks.length === 0) {
    return (
      <Empty title={t.none}>
        <p>{mayChange.value ? t.createFirst : t.noneYet}</p>
      </Empty>
    )
  }
  const selected = selectWebhooks(webhooks, wantedWebhooks())
  return (
    <>
      <WebhookSelection asTyped />
      {selected.length === 0 ? (
        <Empty title={t.noneSelected} />
      ) : (
        <WebhookTable rows={selected.map((webhook) => ({ account, webhook }))} />
      )}
    </>
  )
}

export const WebhooksPage = ({ account }: AccountPageProps) => {
  const t = texts.value.webhooks
  const resource = useResource("webhooks", (signal) => listWebhooks(account, signal), { every: () => refreshed })
  return (
    <>
      <Heading title={t.title}>
        {mayChange.value && (
          <a class="button main" href={addressOf("newWebhook", { sellerId: account.sellerId }, accountQuery(account))}>
            {t.create}
          </a>
        )}
      </Heading>
      <Loaded resource={resource}>{({ webhooks }) => <List account={account} webhooks={webhooks} />}</Loaded>
    </>
  )
}
