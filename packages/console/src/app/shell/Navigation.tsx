/** Leads to every page that there is for the session and the seller. */
import type { Account } from "../api/Account.ts"
import { addressOf, match } from "../routing/location.ts"
import type { PageName } from "../routing/pages.ts"
import { hasPage, type Session } from "../session/session.ts"
import { texts } from "../texts/texts.ts"
import { accountQuery, currentAccount } from "./account.ts"

interface Entry {
  readonly label: string
  readonly address: string
  /** The pages during which it is marked. */
  readonly pages: ReadonlyArray<PageName>
}

/** What an integrated service has nothing to do with. */
const sellersOwnEntries = (account: Account): ReadonlyArray<Entry> => {
  const t = texts.value.navigation
  const { sellerId } = account
  const query = accountQuery(account)
  return [
    {
      label: t.campaigns,
      address: addressOf("campaigns", { sellerId }, query),
      pages: ["campaigns", "campaign"]
    },
    {
      label: t.mediaCampaigns,
      address: addressOf("mediaCampaigns", { sellerId }, query),
      pages: ["mediaCampaigns", "mediaCampaign"]
    },
    { label: t.reports, address: addressOf("reports", { sellerId }, query), pages: ["reports"] }
  ]
}

const accountEntries = (session: Session, account: Account): ReadonlyArray<Entry> => {
  const t = texts.value.navigation
  const { sellerId } = account
  const query = accountQuery(account)
  return [
    {
      label: t.webhooks,
      address: addressOf("webhooks", { sellerId }, query),
      pages: ["webhooks", "webhook", "newWebhook", "editWebhook", "resend"]
    },
    { label: t.events, address: addressOf("events", { sellerId }, query), pages: ["events", "event"] },
    { label: t.deliveries, address: addressOf("deliveries", { sellerId }, query), pages: ["deliveries"] },
    { label: t.eventTypes, address: addressOf("eventTypes", { sellerId }, query), pages: ["eventTypes"] },
    { label: t.history, address: addressOf("history", { sellerId }, query), pages: ["history"] },
    ...(session.serviceId === undefined ? sellersOwnEntries(account) : []),
    { label: t.limits, address: addressOf("limits", { sellerId }, query), pages: ["limits"] }
  ]
}

const operatorEntries = (session: Session): ReadonlyArray<Entry> => {
  const t = texts.value.navigation
  const entries: ReadonlyArray<Entry> = [
    { label: t.overview, address: addressOf("overview", {}), pages: ["overview"] },
    { label: t.everyWebhook, address: addressOf("everyWebhook", {}), pages: ["everyWebhook"] },
    { label: t.sellers, address: addressOf("sellers", {}), pages: ["sellers", "home"] },
    { label: t.tokens, address: addressOf("tokens", {}), pages: ["tokens"] },
    { label: t.clock, address: addressOf("clock", {}), pages: ["clock"] }
  ]
  return entries.filter(({ pages }) => pages.every((page) => hasPage(session, page)))
}

const Entries = ({ entries }: { readonly entries: ReadonlyArray<Entry> }) => {
  const page = match.value?.page
  return (
    <ul>
      {entries.map(({ address, label, pages }) => (
        <li key={label}>
          <a href={address} aria-current={page !== undefined && pages.includes(page) ? "page" : undefined}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  )
}

export const Navigation = ({ session }: { readonly session: Session }) => {
  const t = texts.value.navigation
  const account = currentAccount.value
  return (
    <nav aria-label={t.name}>
      {session.face === "operator" && <Entries entries={operatorEntries(session)} />}
      {account !== undefined && (
        <>
          {session.face === "operator" && (
            <p class="faint">
              {account.sandbox ? t.sandboxOf : t.seller} <code>{account.sellerId}</code>
            </p>
          )}
          <Entries entries={accountEntries(session, account)} />
        </>
      )}
    </nav>
  )
}
