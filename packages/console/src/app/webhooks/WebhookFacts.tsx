/** What is known of a webhook, and of what waits for it. */
import type { MonitoredWebhook } from "../api/http/answers.ts"
import { texts } from "../texts/texts.ts"
import { type Fact, Facts, optional } from "../view/Facts.tsx"
import { Moment } from "../view/time/Moment.tsx"
import { Outward } from "../view/Outward.tsx"
import { HealthBadge } from "./HealthBadge.tsx"

const moment = (at: string) => <Moment at={at} />

const Subscriptions = ({ subscriptions }: Pick<MonitoredWebhook, "subscriptions">) => (
  <ul class="plain">
    {subscriptions.map(({ event, scope }) => (
      <li key={`${scope} ${event}`}>
        <code>
          {scope}/{event}
        </code>
      </li>
    ))}
  </ul>
)

const healthFacts = ({ health }: MonitoredWebhook): ReadonlyArray<Fact> => {
  const t = texts.value.webhooks
  return [
    [
      t.state,
      <>
        <HealthBadge health={health} /> {health.state === "disabled" && t.statuses[health.status]}
      </>
    ],
    [t.waiting, health.waiting],
    [t.failures, health.failures === 0 ? undefined : health.failures],
    [t.failingSince, optional(health.failingSince, moment)],
    [t.backingOffUntil, optional(health.backingOffUntil, moment)],
    [t.announcedAt, optional(health.announcedAt, moment)],
    [t.heldUntil, optional(health.heldUntil, moment)],
    [t.lastSuccess, optional(health.lastSuccessAt, moment) ?? t.never]
  ]
}

export const WebhookFacts = ({ webhook }: { readonly webhook: MonitoredWebhook }) => {
  const t = texts.value.webhooks
  const { createdAt, id, serviceId, subscriptions, updatedAt, url } = webhook
  return (
    <Facts
      facts={[
        [t.url, <Outward url={url} />],
        ...healthFacts(webhook),
        [t.subscriptions, <Subscriptions subscriptions={subscriptions} />],
        [t.owner, serviceId === null ? t.seller : t.ofService(serviceId)],
        [t.id, <code>{id}</code>],
        [t.createdAt, moment(createdAt)],
        [t.updatedAt, moment(updatedAt)]
      ]}
    />
  )
}
