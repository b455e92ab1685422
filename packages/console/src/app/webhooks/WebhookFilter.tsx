/** Which webhook a list is about, which is in the address. */
import { listWebhooks } from "../api/webhooks.ts"
import { useResource } from "../data/useResource.ts"
import { goWith, query } from "../routing/location.ts"
import type { AccountPageProps } from "../shell/pageProps.ts"
import { texts } from "../texts/texts.ts"
import { Field } from "../view/Field.tsx"
import { fromTheStart } from "../view/PeriodFilter.tsx"

export const WebhookFilter = ({ account }: AccountPageProps) => {
  const t = texts.value.webhooks
  const chosen = query.value.get("webhook") ?? ""
  const { data } = useResource("webhooks", (signal) => listWebhooks(account, signal))
  const known = data?.webhooks ?? []
  return (
    <Field label={t.one}>
      {(attributes) => (
        <select
          {...attributes}
          value={chosen}
          onChange={(event) => goWith({ webhook: event.currentTarget.value, ...fromTheStart })}
        >
          <option value="">{t.any}</option>
          {chosen !== "" && !known.some(({ id }) => id === chosen) && <option value={chosen}>{chosen}</option>}
          {known.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
