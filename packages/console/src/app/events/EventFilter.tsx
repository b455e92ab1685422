/** Events of which type, and what became of them: the address says it. */
import { listEventScopes } from "../api/webhooks.ts"
import { eventFates, type EventsWanted } from "../api/records.ts"
import { useResource } from "../data/useResource.ts"
import { goWith, query } from "../routing/location.ts"
import type { AccountPageProps } from "../shell/pageProps.ts"
import { texts } from "../texts/texts.ts"
import { Field } from "../view/fields/Field.tsx"
import { fromTheStart } from "../view/fields/PeriodFilter.tsx"

/** A type is in the address with its scope, such as `content/card_changed`. */
export const wantedEvents = (): Pick<EventsWanted, "fate" | "scope" | "type"> => {
  const [scope, type] = query.value.get("type")?.split("/") ?? []
  return { scope, type, fate: eventFates.find((known) => known === query.value.get("fate")) }
}

export const EventFilter = ({ account }: AccountPageProps) => {
  const t = texts.value.events
  const { data } = useResource("event types", (signal) => listEventScopes(account, signal))
  const types = data?.eventScopes.flatMap(({ eventTypes, key }) => eventTypes.map((one) => `${key}/${one.key}`)) ?? []
  const { fate, scope, type } = wantedEvents()
  const chosen = scope === undefined || type === undefined ? "" : `${scope}/${type}`
  return (
    <>
      <Field label={t.type}>
        {(attributes) => (
          <select
            {...attributes}
            value={chosen}
            onChange={(event) => goWith({ type: event.currentTarget.value, ...fromTheStart })}
          >
            <option value="">{t.anyType}</option>
            {chosen !== "" && !types.includes(chosen) && <option value={chosen}>{chosen}</option>}
            {types.map((known) => (
              <option key={known} value={known}>
                {known}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t.fate}>
        {(attributes) => (
          <select
            {...attributes}
            value={fate ?? ""}
            onChange={(event) => goWith({ fate: event.currentTarget.value, ...fromTheStart })}
          >
            <option value="">{t.anyFate}</option>
            {eventFates.map((known) => (
              <option key={known} value={known}>
                {t.atSomeWebhook[known]}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  )
}
