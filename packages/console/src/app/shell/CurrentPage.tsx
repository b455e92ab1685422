/** Which component shows which page. */
import type { ComponentType } from "preact"
import { useEffect } from "preact/hooks"
import { CampaignPage } from "../campaigns/CampaignPage.tsx"
import { CampaignsPage } from "../campaigns/CampaignsPage.tsx"
import { MediaCampaignPage } from "../campaigns/media/MediaCampaignPage.tsx"
import { MediaCampaignsPage } from "../campaigns/media/MediaCampaignsPage.tsx"
import { ClockPage } from "../clock/ClockPage.tsx"
import { DeliveriesPage } from "../deliveries/DeliveriesPage.tsx"
import { EventPage } from "../events/EventPage.tsx"
import { EventsPage } from "../events/EventsPage.tsx"
import { EventTypesPage } from "../events/EventTypesPage.tsx"
import { HistoryPage } from "../history/HistoryPage.tsx"
import { LimitsPage } from "../limits/LimitsPage.tsx"
import { match } from "../routing/location.ts"
import type { PageName } from "../routing/pages.ts"
import { OverviewPage } from "../overview/OverviewPage.tsx"
import { ReportsPage } from "../reports/ReportsPage.tsx"
import { noteSeller } from "../sellers/recentSellers.ts"
import { SellersPage } from "../sellers/SellersPage.tsx"
import { hasPage, type Session } from "../session/session.ts"
import { texts } from "../texts/texts.ts"
import { TokensPage } from "../tokens/TokensPage.tsx"
import { Empty } from "../view/states/Empty.tsx"
import { Heading } from "../view/Heading.tsx"
import { EditWebhookPage } from "../webhooks/editing/EditWebhookPage.tsx"
import { EveryWebhookPage } from "../webhooks/list/EveryWebhookPage.tsx"
import { NewWebhookPage } from "../webhooks/editing/NewWebhookPage.tsx"
import { ResendPage } from "../webhooks/ResendPage.tsx"
import { WebhookPage } from "../webhooks/WebhookPage.tsx"
import { WebhooksPage } from "../webhooks/list/WebhooksPage.tsx"
import { currentAccount } from "./account.ts"
import type { AccountPageProps, RecordPageProps } from "./pageProps.ts"

const accountPages: Readonly<Partial<Record<PageName, ComponentType<AccountPageProps>>>> = {
  webhooks: WebhooksPage,
  newWebhook: NewWebhookPage,
  events: EventsPage,
  deliveries: DeliveriesPage,
  eventTypes: EventTypesPage,
  history: HistoryPage,
  campaigns: CampaignsPage,
  mediaCampaigns: MediaCampaignsPage,
  reports: ReportsPage,
  limits: LimitsPage
}

const recordPages: Readonly<Partial<Record<PageName, ComponentType<RecordPageProps>>>> = {
  webhook: WebhookPage,
  editWebhook: EditWebhookPage,
  resend: ResendPage,
  event: EventPage,
  campaign: CampaignPage,
  mediaCampaign: MediaCampaignPage
}

const operatorPages: Readonly<Partial<Record<PageName, ComponentType>>> = {
  home: SellersPage,
  sellers: SellersPage,
  everyWebhook: EveryWebhookPage,
  overview: OverviewPage,
  tokens: TokensPage,
  clock: ClockPage
}

const NoPage = () => {
  const t = texts.value.noPage
  return (
    <>
      <Heading title={t.title} />
      <Empty title={t.text} />
    </>
  )
}

export const CurrentPage = ({ session }: { readonly session: Session }) => {
  const account = currentAccount.value
  useEffect(() => {
    if (session.face === "operator" && account !== undefined) noteSeller(account)
  }, [session.face, account?.sellerId, account?.sandbox])
  const { page, parameters } = match.value ?? {}
  if (page === undefined) return <NoPage />
  if (session.face === "operator") {
    const OperatorPage = operatorPages[page]
    if (OperatorPage !== undefined && hasPage(session, page)) return <OperatorPage />
  }
  // What a portal shows first.
  const shown = page === "home" ? "webhooks" : page
  const AccountPage = accountPages[shown]
  const RecordPage = recordPages[shown]
  const id = parameters?.["id"]
  if (account === undefined) return <NoPage />
  const key = `${shown} ${account.sellerId} ${account.sandbox} ${id ?? ""}`
  if (AccountPage !== undefined) return <AccountPage key={key} account={account} />
  if (RecordPage !== undefined && id !== undefined) return <RecordPage key={key} account={account} id={id} />
  return <NoPage />
}
