/** Creates a webhook, and shows its secret. */
import { useSignal } from "@preact/signals"
import { createWebhook, type NewWebhook } from "../../api/webhooks.ts"
import { useAction } from "../../data/useAction.ts"
import { addressOf, go } from "../../routing/location.ts"
import { accountQuery } from "../../shell/account.ts"
import type { AccountPageProps } from "../../shell/pageProps.ts"
import { texts } from "../../texts/texts.ts"
import { Heading } from "../../view/Heading.tsx"
import { SecretOnce } from "../SecretOnce.tsx"
import { WebhookForm } from "./WebhookForm.tsx"

const nothing: NewWebhook = { name: "", url: "", enabled: true, subscriptions: [] }

export const NewWebhookPage = ({ account }: AccountPageProps) => {
  const t = texts.value.webhooks
  const created = useSignal<{ readonly id: string; readonly secret: string } | undefined>(undefined)
  const { failure, isRunning, run } = useAction(async (webhook: NewWebhook) => {
    created.value = await createWebhook(account, webhook)
  })
  if (created.value !== undefined) {
    const { id, secret } = created.value
    return (
      <>
        <Heading title={t.created} />
        <SecretOnce
          secret={secret}
          onDone={() => go(addressOf("webhook", { sellerId: account.sellerId, id }, accountQuery(account)))}
        />
      </>
    )
  }
  return (
    <>
      <Heading title={t.create} />
      <WebhookForm
        account={account}
        serviceId={null}
        initial={nothing}
        isNew
        isRunning={isRunning}
        failure={failure}
        onSubmit={run}
      />
    </>
  )
}
