/** Every attempt to deliver an event, on a line of time: the oldest first, with what passed between them. */
import type { Account } from "../api/Account.ts"
import type { EventWithFate, MonitoredWebhook } from "../api/http/answers.ts"
import { DeliveryOutcome } from "../deliveries/DeliveryTable.tsx"
import { ResendDelivery } from "../deliveries/ResendDelivery.tsx"
import { language } from "../preferences/language.ts"
import { texts } from "../texts/texts.ts"
import { Empty } from "../view/states/Empty.tsx"
import { Moment } from "../view/time/Moment.tsx"
import { spanText } from "../view/time/spanText.ts"

interface Given {
  readonly account: Account
  readonly event: EventWithFate
  readonly webhooks: ReadonlyArray<MonitoredWebhook>
}

export const Attempts = ({ account, event, webhooks }: Given) => {
  const t = texts.value.events
  const { deliveries } = event
  return (
    <section aria-labelledby="attempts">
      <h2 id="attempts">{t.attemptsTitle}</h2>
      {deliveries.length === 0 && <Empty title={t.noAttempts} />}
      <ol class="timeline">
        {deliveries.map((delivery, index) => {
          const before = deliveries[index - 1]?.time ?? event.time
          const passed = Date.parse(delivery.time) - Date.parse(before)
          return (
            <li key={delivery.id} class={delivery.success ? "good" : "bad"}>
              <Moment at={delivery.time} /> <span class="faint">+{spanText(passed, language.value)}</span>
              <p>
                {webhooks.find(({ id }) => id === delivery.webhookId)?.name ?? <code>{delivery.webhookId}</code>}{" "}
                <DeliveryOutcome delivery={delivery} />
              </p>
              <ResendDelivery account={account} deliveryId={delivery.id} />
            </li>
          )
        })}
      </ol>
    </section>
  )
}
