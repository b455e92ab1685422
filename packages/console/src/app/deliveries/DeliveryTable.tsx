/** Attempts to deliver, and how each ended. */
import type { Delivery } from "../api/http/answers.ts"
import { addressOf } from "../routing/location.ts"
import { accountQuery } from "../shell/account.ts"
import type { AccountPageProps } from "../shell/pageProps.ts"
import { texts } from "../texts/texts.ts"
import { Moment } from "../view/time/Moment.tsx"
import type { NamedWebhook } from "../webhooks/useNamedWebhooks.ts"
import { ResendDelivery } from "./ResendDelivery.tsx"

interface Given extends AccountPageProps {
  readonly deliveries: ReadonlyArray<Delivery>
  /** Those that they are of; absent where all are of one. */
  readonly webhooks?: ReadonlyArray<NamedWebhook>
}

export const DeliveryOutcome = ({ delivery: { error, responseCode, success } }: { readonly delivery: Delivery }) => {
  const t = texts.value.deliveries
  return (
    <>
      <span class={`badge ${success ? "good" : "bad"}`}>{success ? t.delivered : t.failed}</span>
      {responseCode !== undefined && <code> {responseCode}</code>}
      {error !== undefined && <span class="address"> {error}</span>}
    </>
  )
}

export const DeliveryTable = ({ account, deliveries, webhooks }: Given) => {
  const t = texts.value.deliveries
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t.time}</th>
          <th scope="col">{t.outcome}</th>
          {webhooks && <th scope="col">{t.webhook}</th>}
          <th scope="col">{t.id}</th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => (
          <tr key={delivery.id}>
            <td data-label={t.time}>
              <Moment at={delivery.time} />
            </td>
            <td data-label={t.outcome}>
              <DeliveryOutcome delivery={delivery} />
            </td>
            {webhooks && (
              <td data-label={t.webhook}>
                <a
                  href={addressOf(
                    "webhook",
                    { sellerId: account.sellerId, id: delivery.webhookId },
                    accountQuery(account)
                  )}
                >
                  {webhooks.find(({ id }) => id === delivery.webhookId)?.name ?? <code>{delivery.webhookId}</code>}
                </a>
              </td>
            )}
            <td data-label={t.id}>
              <code>{delivery.id}</code> <ResendDelivery account={account} deliveryId={delivery.id} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
