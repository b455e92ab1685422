/** What has happened on an account, newest first, and what became of it. */
import type { ListedEvent } from "../api/http/answers.ts"
import { eventFates, listEvents } from "../api/records.ts"
import { useResource } from "../data/useResource.ts"
import { addressOf, query } from "../routing/location.ts"
import { timePage } from "../routing/timePage.ts"
import { accountQuery } from "../shell/account.ts"
import type { AccountPageProps } from "../shell/pageProps.ts"
import { texts } from "../texts/texts.ts"
import { Empty } from "../view/states/Empty.tsx"
import { Heading } from "../view/Heading.tsx"
import { Loaded } from "../view/states/Loaded.tsx"
import { Moment } from "../view/time/Moment.tsx"
import { Pager } from "../view/Pager.tsx"
import { PeriodFilter } from "../view/fields/PeriodFilter.tsx"
import { useNamedWebhooks } from "../webhooks/useNamedWebhooks.ts"
import { WebhookFilter } from "../webhooks/list/WebhookFilter.tsx"
import { EventByKey } from "./EventByKey.tsx"
import { EventFilter, wantedEvents } from "./EventFilter.tsx"

interface TableProps extends AccountPageProps {
  readonly events: ReadonlyArray<ListedEvent>
}

const tones = { waiting: "busy", delivered: "good", dropped: "bad" } as const

/** At how many webhooks it is so, where it is so at some. */
const Outcome = ({ event }: { readonly event: ListedEvent }) => {
  const t = texts.value.events.atWebhooks
  return (
    <span class="badges">
      {eventFates.map((fate) =>
        event[fate] === 0 ? null : (
          <span key={fate} class={`badge ${tones[fate]}`}>
            {t[fate](event[fate])}
          </span>
        )
      )}
    </span>
  )
}

const EventTable = ({ account, events }: TableProps) => {
  const t = texts.value.events
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t.time}</th>
          <th scope="col">{t.type}</th>
          <th scope="col">{t.fate}</th>
          <th scope="col">{t.id}</th>
          <th scope="col">{t.idempotencyKey}</th>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <tr key={event.id}>
            <td data-label={t.time}>
              <Moment at={event.time} />
            </td>
            <td data-label={t.type}>
              <code>
                {event.scope}/{event.type}
              </code>{" "}
              {event.test && <span class="badge quiet">{t.test}</span>}
            </td>
            <td data-label={t.fate}>
              <Outcome event={event} />
            </td>
            <td data-label={t.id}>
              <a href={addressOf("event", { sellerId: account.sellerId, id: event.id }, accountQuery(account))}>
                <code>{event.id}</code>
              </a>
            </td>
            <td data-label={t.idempotencyKey} class="address">
              {event.idempotencyKey}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export const EventsPage = ({ account }: AccountPageProps) => {
  const t = texts.value.events
  const webhooks = useNamedWebhooks(account)
  const wanted = { ...timePage(), ...wantedEvents(), webhookId: query.value.get("webhook") ?? undefined }
  const resource = useResource(JSON.stringify(wanted), (signal) => listEvents(account, wanted, signal))
  const isNarrowed = Object.values(wanted).some((value) => value !== undefined && value !== "")
  return (
    <>
      <Heading title={t.title}>
        <button type="button" onClick={resource.reload}>
          {texts.value.actions.reload}
        </button>
      </Heading>
      <EventByKey account={account} />
      <search class="filter">
        <WebhookFilter webhooks={webhooks} />
        <EventFilter account={account} />
        <PeriodFilter />
      </search>
      <Loaded resource={resource}>
        {({ events, next, prev }) => (
          <>
            {events.length === 0 ? (
              <Empty title={isNarrowed ? t.noneSelected : t.none}>
                {!isNarrowed && <p>{t.noneYet}</p>}
                {next !== "" && <p>{t.noneSoFar}</p>}
              </Empty>
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
