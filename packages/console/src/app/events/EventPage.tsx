/** One event: what it says, what became of it at each webhook, and every attempt to deliver it. */
import type { Account } from "../api/Account.ts"
import type { EventWithFate, MonitoredWebhook } from "../api/http/answers.ts"
import { parsed } from "../api/http/request.ts"
import { getEventText } from "../api/records.ts"
import { listWebhooks } from "../api/webhooks.ts"
import { useResource } from "../data/useResource.ts"
import type { AccountPageProps, RecordPageProps } from "../shell/pageProps.ts"
import { texts } from "../texts/texts.ts"
import { Facts } from "../view/Facts.tsx"
import { Heading } from "../view/Heading.tsx"
import { Loaded } from "../view/states/Loaded.tsx"
import { Moment } from "../view/time/Moment.tsx"
import { Attempts } from "./Attempts.tsx"
import { Fates } from "./Fates.tsx"
import { type Json, payloadOf } from "./json.ts"
import { Payload } from "./Payload.tsx"

// our choice: how old what is shown may be while the event still waits somewhere, in milliseconds.
const refreshed = 3000

interface Loading {
  readonly event: EventWithFate
  readonly payload: Json
  readonly webhooks: ReadonlyArray<MonitoredWebhook>
}

const load = async (account: Account, id: string, signal: AbortSignal): Promise<Loading> => {
  const [text, { webhooks }] = await Promise.all([getEventText(account, id, signal), listWebhooks(account, signal)])
  return parsed(text, (json) => ({ event: JSON.parse(json) as EventWithFate, payload: payloadOf(json), webhooks }))
}

const isWaiting = ({ event }: Loading): boolean => event.webhooks.some(({ fate }) => fate === "pending")

const Content = ({ account, event, payload, webhooks }: AccountPageProps & Loading) => {
  const t = texts.value.events
  return (
    <>
      <Facts
        facts={[
          [
            t.type,
            <code>
              {event.scope}/{event.type}
            </code>
          ],
          [t.time, <Moment at={event.time} />],
          [t.id, <code>{event.id}</code>],
          [t.idempotencyKey, <span class="address">{event.idempotencyKey}</span>],
          [t.test, event.test ? t.yes : undefined]
        ]}
      />
      <Fates account={account} event={event} payload={payload} webhooks={webhooks} />
      <Attempts account={account} event={event} webhooks={webhooks} />
      <Payload payload={payload} />
    </>
  )
}

export const EventPage = ({ account, id }: RecordPageProps) => {
  const resource = useResource(id, (signal) => load(account, id, signal), {
    every: (loaded) => (isWaiting(loaded) ? refreshed : undefined)
  })
  return (
    <>
      <Heading title={texts.value.events.one} />
      <Loaded resource={resource}>{(loaded) => <Content account={account} {...loaded} />}</Loaded>
    </>
  )
}
