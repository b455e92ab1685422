/** Webhooks and how they fare, in a table. */
import type { Account } from "../../api/Account.ts"
import type { MonitoredWebhook } from "../../api/http/answers.ts"
import { addressOf } from "../../routing/location.ts"
import { accountQuery } from "../../shell/account.ts"
import { texts } from "../../texts/texts.ts"
import { Moment } from "../../view/time/Moment.tsx"
import { HealthBadge } from "../HealthBadge.tsx"

/** A webhook, and whose it is. */
interface WebhookRow {
  readonly account: Account
  readonly webhook: MonitoredWebhook
}

const SellerCell = ({ account }: { readonly account: Account }) => {
  const t = texts.value.sellers
  return (
    <td data-label={t.one}>
      <a href={addressOf("webhooks", { sellerId: account.sellerId }, accountQuery(account))}>
        <code>{account.sellerId}</code>
      </a>
      {account.sandbox && <p class="faint">{t.sandbox}</p>}
    </td>
  )
}

interface Given {
  readonly rows: ReadonlyArray<WebhookRow>
  /** Whether it says whose each webhook is. */
  readonly ofSeveral?: boolean | undefined
}

const Row = ({ account, ofSeveral, webhook }: WebhookRow & Pick<Given, "ofSeveral">) => {
  const t = texts.value.webhooks
  const { health, id, name, serviceId, url } = webhook
  return (
    <tr>
      <td data-label={t.name}>
        <a href={addressOf("webhook", { sellerId: account.sellerId, id }, accountQuery(account))}>{name}</a>
        {serviceId !== null && <p class="faint">{t.ofService(serviceId)}</p>}
      </td>
      {ofSeveral === true && <SellerCell account={account} />}
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

export const WebhookTable = ({ ofSeveral, rows }: Given) => {
  const t = texts.value.webhooks
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t.name}</th>
          {ofSeveral === true && <th scope="col">{texts.value.sellers.one}</th>}
          <th scope="col">{t.url}</th>
          <th scope="col">{t.state}</th>
          <th scope="col">{t.waiting}</th>
          <th scope="col">{t.lastSuccess}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.webhook.id} ofSeveral={ofSeveral} {...row} />
        ))}
      </tbody>
    </table>
  )
}
