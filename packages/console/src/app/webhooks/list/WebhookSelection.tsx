/** Which webhooks a list shows: the address says it. */
import { goWith, query } from "../../routing/location.ts"
import { texts } from "../../texts/texts.ts"
import { fromTheStart } from "../../view/fields/PeriodFilter.tsx"
import { states, type Wanted } from "./selectWebhooks.ts"

export const wantedWebhooks = (): Wanted => ({
  search: query.value.get("search") ?? "",
  state: states.find((known) => known === query.value.get("state"))
})

const look = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void =>
  goWith({ search: currentTarget.value, ...fromTheStart }, { replaces: true })

interface Given {
  /** Whether the list follows each letter, because it is here already. */
  readonly asTyped: boolean
}

export const WebhookSelection = ({ asTyped }: Given) => {
  const t = texts.value.webhooks
  const { search, state } = wantedWebhooks()
  return (
    <search class="filter">
      <input
        type="search"
        aria-label={t.search}
        placeholder={t.search}
        value={search}
        {...(asTyped ? { onInput: look } : { onChange: look })}
      />
      <select
        aria-label={t.state}
        value={state ?? ""}
        onChange={(event) => goWith({ state: event.currentTarget.value, ...fromTheStart })}
      >
        <option value="">{t.anyState}</option>
        {states.map((known) => (
          <option key={known} value={known}>
            {t.states[known]}
          </option>
        ))}
      </select>
    </search>
  )
}
