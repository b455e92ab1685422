/** The webhooks of a seller and of its services, and how they fare. */
import type { Account } from "../api/Account.ts"
import type { MonitoredWebhook } from "../api/answers.ts"
import { listWebhooks } from "../api/webhooks.ts"
import { useResource } from "../data/useResource.ts"
import { addressOf, goWith, query } from "../routing/location.ts"
import { mayChange } from "../session/session.ts"
import { accountQuery } from "../shell/account.ts"
import type { AccountPageProps } from "../shell/pageProps.ts"
import { texts } from "../texts/texts.ts"
import { Empty } from "../view/Empty.tsx"
import { Heading } from "../view/Heading.tsx"
import { Loaded } from "../view/Loaded.tsx"
import { Moment } from "../view/Moment.tsx"
import { HealthBadge } from "./HealthBadge.tsx"
import { selectWebhooks, states } from "./selectWebhooks.ts"

// our choice: how old what is shown may be, in milliseconds.
const refreshed = 10_000

interface RowProps {
  readonly account: Account
  readonly webhook: MonitoredWebhook
}

const Row = ({ account, webhook }: RowProps) => {
  const t = texts.value.webhooks
  const { health, id, name, serviceId, url } = webhook
  return (
    <tr>
      <td data-label={t.name}>
        <a href={addressOf("webhook", { sellerId: account.sellerId, id }, accountQuery(account))}>{name}</a>
        {serviceId !== null && <p class="faint">{t.ofService(serviceId)}</p>}
      </td>
      <td data-label={t.url} class="address">
        {url}
      </td>
      <td data-label={t.state}>
        <HealthBadge health={health} />
      </td>
      <td data-label={t.waiting} class="number">
        {health.waiting}
      </td>
      <td data-label={t.lastSuccess}>
        {health.lastSuccessAt === undefined ? t.never : <Moment at={health.lastSuccessAt} />}
      </td>
    </tr>
  )
}

const Filter = () => {
  const t = texts.value.webhooks
  return (
    <search class="filter">
      <input
        type="search"
        aria-label={t.search}
        placeholder={t.search}
        value={query.value.get("search") ?? ""}
        onInput={(event) => goWith({ search: event.currentTarget.value }, { replaces: true })}
      />
      <select
        aria-label={t.state}
        value={query.value.get("state") ?? ""}
        onChange={(event) => goWith({ state: event.currentTarget.value })}
      >
        <option value="">{t.anyState}</option>
        {states.map((state) => (
          <option key={state} value={state}>
            {t.states[state]}
          </option>
        ))}
      </select>
    </search>
  )
}

const List = ({ account, webhooks }: AccountPageProps & { readonly webhooks: ReadonlyArray<MonitoredWebhook> }) => {
  const t = texts.value.webhooks
  if (webhooks.length === 0) {
    return (
      <Empty title={t.none}>
        <p>{mayChange.value ? t.createFirst : t.noneYet}</p>
      </Empty>
    )
  }
  const selected = selectWebhooks(webhooks, {
    search: query.value.get("search") ?? "",
    state: query.value.get("state") ?? ""
  })
  return (
    <>
      <Filter />
      {selected.length === 0 ? (
        <Empty title={t.noneSelected} />
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{t.name}</th>
              <th scope="col">{t.url}</th>
              <th scope="col">{t.state}</th>
              <th scope="col">{t.waiting}</th>
              <th scope="col">{t.lastSuccess}</th>
            </tr>
          </thead>
          <tbody>
            {selected.map((webhook) => (
              <Row key={webhook.id} account={account} webhook={webhook} />
            ))}
          </tbody>
        </table>
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
