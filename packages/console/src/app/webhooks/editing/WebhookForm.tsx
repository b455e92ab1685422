/** What can be said of a webhook: its name, where it sends, which events, and whether it does. */
import { useSignal } from "@preact/signals"
import type { Account } from "../../api/Account.ts"
import type { Subscription } from "../../api/http/answers.ts"
import type { Failure } from "../../api/http/Failure.ts"
import type { ServiceId } from "../../api/http/sellerRequest.ts"
import { listEventScopes, type NewWebhook } from "../../api/webhooks.ts"
import { useResource } from "../../data/useResource.ts"
import { texts } from "../../texts/texts.ts"
import { Choice } from "../../view/fields/Choice.tsx"
import { FailureNotice } from "../../view/states/FailureNotice.tsx"
import { problemsAt } from "../../view/fields/Field.tsx"
import { Loaded } from "../../view/states/Loaded.tsx"
import { TextField } from "../../view/fields/TextField.tsx"
import { SubscriptionChoice } from "./SubscriptionChoice.tsx"
import { UrlCheck } from "./UrlCheck.tsx"

interface Given {
  readonly account: Account
  readonly serviceId: ServiceId
  readonly initial: NewWebhook
  /** The URL of a webhook never changes (Seller Webhooks Service, Edit webhook). */
  readonly isNew: boolean
  readonly isRunning: boolean
  readonly failure: Failure | undefined
  readonly onSubmit: (webhook: NewWebhook) => void
}

export const WebhookForm = ({ account, failure, initial, isNew, isRunning, onSubmit, serviceId }: Given) => {
  const t = texts.value.webhooks
  const name = useSignal(initial.name)
  const url = useSignal(initial.url)
  const enabled = useSignal(initial.enabled)
  const subscriptions = useSignal<ReadonlyArray<Subscription>>(initial.subscriptions)
  const scopes = useResource("event scopes", (signal) => listEventScopes(account, signal))
  const submit = (): void =>
    onSubmit({ name: name.peek(), url: url.peek(), enabled: enabled.peek(), subscriptions: subscriptions.peek() })
  return (
    <form
      class="narrow"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextField label={t.name} value={name} required problems={problemsAt(failure, "body.name")} />
      <TextField
        label={t.url}
        hint={isNew ? t.urlHint : t.urlStays}
        value={url}
        type="url"
        required
        readOnly={!isNew}
        problems={problemsAt(failure, "body.url")}
      />
      <UrlCheck account={account} serviceId={serviceId} url={url.value} />
      <Loaded resource={scopes}>
        {({ eventScopes }) => (
          <SubscriptionChoice
            scopes={eventScopes}
            chosen={subscriptions.value}
            problems={problemsAt(failure, "body.subscriptions")}
            onChange={(chosen) => {
              subscriptions.value = chosen
            }}
          />
        )}
      </Loaded>
      <Choice label={t.enabled} value={enabled} />
      <FailureNotice failure={failure} />
      <button type="submit" class="main" disabled={isRunning}>
        {isNew ? t.create : texts.value.actions.save}
      </button>
    </form>
  )
}
