/** The latest attempts to deliver to a webhook. */
import { listDeliveries } from "../api/records.ts"
import { useResource } from "../data/useResource.ts"
import { DeliveryTable } from "../deliveries/DeliveryTable.tsx"
import { addressOf } from "../routing/location.ts"
import { accountQuery } from "../shell/account.ts"
import type { AccountPageProps } from "../shell/pageProps.ts"
import { texts } from "../texts/texts.ts"
import { Empty } from "../view/states/Empty.tsx"
import { Loaded } from "../view/states/Loaded.tsx"

// our choice: how many are shown, and how old they may be, in milliseconds.
const shown = 10
const refreshed = 5000

export const LatestDeliveries = ({ account, webhookId }: AccountPageProps & { readonly webhookId: string }) => {
  const t = texts.value.deliveries
  const resource = useResource(webhookId, (signal) => listDeliveries(account, { webhookId, limit: shown }, signal), {
    every: () => refreshed
  })
  const { sellerId } = account
  return (
    <section aria-labelledby="latest">
      <h2 id="latest">{t.latest}</h2>
      <Loaded resource={resource}>
        {({ deliveries }) =>
          deliveries.length === 0 ? (
            <Empty title={t.none} />
          ) : (
            <DeliveryTable account={account} deliveries={deliveries} />
          )
        }
      </Loaded>
      <p>
        <a href={addressOf("deliveries", { sellerId }, { ...accountQuery(account), webhook: webhookId })}>{t.all}</a>
        {" · "}
        <a href={addressOf("events", { sellerId }, { ...accountQuery(account), webhook: webhookId })}>{t.events}</a>
      </p>
    </section>
  )
}
