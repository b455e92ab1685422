/** What has happened on an account, newest first. */
import { useSignal } from "@preact/signals"
import type { Account } from "../api/Account.ts"
import type { ListedEvent } from "../api/answers.ts"
import { listEvents } from "../api/records.ts"
import { useResource } from "../data/useResource.ts"
import { addressOf, go, query } from "../routing/location.ts"
import { timePage } from "../routing/timePage.ts"
import { session } from "../session/session.ts"
import { accountQuery } from "../shell/account.ts"
import type { AccountPageProps } from "../shell/pageProps.ts"
import { texts } from "../texts/texts.ts"
import { Empty } from "../view/Empty.tsx"
import { Heading } from "../view/Heading.tsx"
import { Loaded } from "../view/Loaded.tsx"
import { Moment } from "../view/Moment.tsx"
import { Pager } from "../view/Pager.tsx"
import { PeriodFilter } from "../view/PeriodFilter.tsx"
import { TextField } from "../view/TextField.tsx"
import { useNamedWebhooks } from "../webhooks/useNamedWebhooks.ts"
import { WebhookFilter } from "../webhooks/WebhookFilter.tsx"

interface TableProps extends AccountPageProps {
  readonly events: ReadonlyArray<ListedEvent>
}

const EventTable = ({ account, events }: TableProps) => {
  const t = texts.value.events
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t.time}</th>
          <th scope="col">{t.type}</th>
          <th scope="col">{t.id}</th>
          <th scope="col">{t.idempotencyKey}</th>
        </tr>
      </thead>
      <tbody>
        {events.map(({ id, idempotencyKey, scope, test, time, type }) => (
          <tr key={id}>
            <td data-label={t.time}>
              <Moment at={time} />
            </td>
            <td data-label={t.type}>
              <code>
                {scope}/{type}
              </code>{" "}
              {test && <span class="badge quiet">{t.test}</span>}
            </td>
            <td data-label={t.id}>
              <a href={addressOf("event", { sellerId: account.sellerId, id }, accountQuery(account))}>
                <code>{id}</code>
              </a>
            </td>
            <td data-label={t.idempotencyKey} class="address">
              {idempotencyKey}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Opens an event whose id is known, such as from a receiver's log. */
const EventById = ({ account }: { readonly account: Account }) => {
  const t = texts.value.events
  const id = useSignal("")
  return (
    <form
      class="filter"
      onSubmit={(event) => {
        event.preventDefault()
        go(addressOf("event", { sellerId: account.sellerId, id: id.peek().trim() }, accountQuery(account)))
      }}
    >
      <TextField label={t.byId} value={id} required pattern="\s*[0-9a-fA-F\-]{36}\s*" title={t.byIdHint} />
      <button type="submit">{t.open}</button>
    </form>
  )
}

export const EventsPage = ({ account }: AccountPageProps) => {
  const t = texts.value.events
  const webhooks = useNamedWebhooks(account)
  const wanted = { ...timePage(), webhookId: query.value.get("webhook") ?? undefined }
  const resource = useResource(JSON.stringify(wanted), (signal) => listEvents(account, wanted, signal))
  const isNarrowed = Object.values(wanted).some((value) => value !== undefined && value !== "")
  return (
    <>
      <Heading title={t.title}>
        <button type="button" onClick={resource.reload}>
          {texts.value.actions.reload}
        </button>
      </Heading>
      {session.value?.face === "operator" && <p class="faint">{t.ownOnly}</p>}
      <EventById account={account} />
      <search class="filter">
        <WebhookFilter webhooks={webhooks} />
        <PeriodFilter />
      </search>
      <Loaded resource={resource}>
        {({ events, next, prev }) => (
          <>
            {events.length === 0 ? (
              <Empty title={isNarrowed ? t.noneSelected : t.none}>{!isNarrowed && <p>{t.noneYet}</p>}</Empty>
            ) : (
              <EventTable account={account} events={events} />
            )}
            <Pager next={next} prev={prev} />
          </>
        )}
      </Loaded>
    </>
  )
}
