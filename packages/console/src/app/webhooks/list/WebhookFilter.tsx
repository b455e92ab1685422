/** Which webhook a list is about, which is in the address. */
import { goWith, query } from "../../routing/location.ts"
import { texts } from "../../texts/texts.ts"
import { Field } from "../../view/fields/Field.tsx"
import { fromTheStart } from "../../view/fields/PeriodFilter.tsx"
import type { NamedWebhook } from "../useNamedWebhooks.ts"

export const WebhookFilter = ({ webhooks }: { readonly webhooks: ReadonlyArray<NamedWebhook> }) => {
  const t = texts.value.webhooks
  const chosen = query.value.get("webhook") ?? ""
  return (
    <Field label={t.one}>
      {(attributes) => (
        <select
          {...attributes}
          value={chosen}
          onChange={(event) => goWith({ webhook: event.currentTarget.value, ...fromTheStart })}
        >
          <option value="">{t.any}</option>
          {chosen !== "" && !webhooks.some(({ id }) => id === chosen) && <option value={chosen}>{chosen}</option>}
          {webhooks.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
