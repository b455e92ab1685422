/** What became of an event at each of its webhooks. */
import type { Account } from "../api/Account.ts"
import type { EventWithFate, Fate, MonitoredWebhook } from "../api/http/answers.ts"
import { addressOf } from "../routing/location.ts"
import { accountQuery } from "../shell/account.ts"
import { texts } from "../texts/texts.ts"
import { CopyButton } from "../view/CopyButton.tsx"
import { Empty } from "../view/states/Empty.tsx"
import { Moment } from "../view/time/Moment.tsx"
import { curl, notificationBody } from "./curl.ts"
import type { Json } from "./json.ts"

const tones = { pending: "busy", held: "quiet", delivered: "good", dropped: "bad" } as const satisfies Record<
  Fate["fate"],
  string
>

interface Given {
  readonly account: Account
  readonly event: EventWithFate
  readonly payload: Json
  readonly webhooks: ReadonlyArray<MonitoredWebhook>
}

const FateText = ({ fate: { dropReason, fate, heldUntil, nextAttemptAt } }: { readonly fate: Fate }) => {
  const t = texts.value.events
  return (
    <>
      <span class={`badge ${tones[fate]}`}>{t.fates[fate]}</span>
      {nextAttemptAt !== undefined && (
        <span>
          {" "}
          {t.nextAttempt} <Moment at={nextAttemptAt} />
        </span>
      )}
      {heldUntil !== undefined && (
        <span>
          {" "}
          {t.heldUntil} <Moment at={heldUntil} />
        </span>
      )}
      {dropReason !== undefined && <span> {t.dropReasons[dropReason]}</span>}
    </>
  )
}

export const Fates = ({ account, event, payload, webhooks }: Given) => {
  const t = texts.value.events
  const { sellerId } = account
  const command = (url: string): string =>
    curl(url, notificationBody({ sellerId, requestId: crypto.randomUUID(), event, payload }))
  return (
    <section aria-labelledby="fates">
      <h2 id="fates">{t.fate}</h2>
      {event.webhooks.length === 0 && <Empty title={t.noWebhook} />}
      <ul class="cards">
        {event.webhooks.map((fate) => {
          const webhook = webhooks.find(({ id }) => id === fate.webhookId)
          return (
            <li key={fate.webhookId}>
              <p>
                {webhook === undefined ? (
                  <code>{fate.webhookId}</code>
                ) : (
                  <a href={addressOf("webhook", { sellerId, id: webhook.id }, accountQuery(account))}>{webhook.name}</a>
                )}
              </p>
              <p>
                <FateText fate={fate} /> {t.attempts(fate.attempts)}
              </p>
              {webhook !== undefined && <CopyButton label={t.copyCurl} text={() => command(webhook.url)} />}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
