/** Attempts to deliver to the webhooks of an account, newest first. They can be followed as they happen. */
import { followDeliveries, listDeliveries } from "../api/records.ts"
import { useResource } from "../data/useResource.ts"
import { goWith, query } from "../routing/location.ts"
import { timePage } from "../routing/timePage.ts"
import type { AccountPageProps } from "../shell/pageProps.ts"
import { session } from "../session/session.ts"
import { texts } from "../texts/texts.ts"
import { Empty } from "../view/states/Empty.tsx"
import { Heading } from "../view/Heading.tsx"
import { Loaded } from "../view/states/Loaded.tsx"
import { Pager } from "../view/Pager.tsx"
import { fromTheStart, PeriodFilter } from "../view/fields/PeriodFilter.tsx"
import { type NamedWebhook, useNamedWebhooks } from "../webhooks/useNamedWebhooks.ts"
import { WebhookFilter } from "../webhooks/list/WebhookFilter.tsx"
import { DeliveryTable } from "./DeliveryTable.tsx"

// our choice: milliseconds after which a page that follows asks again, where the service does not tell.
const askedAgain = 3000

/** What `success` is in the address. */
const outcomes = { true: true, false: false } as const

const outcomeOf = (text: string | null): boolean | undefined =>
  text === "true" || text === "false" ? outcomes[text] : undefined

interface FilterProps {
  readonly webhooks: ReadonlyArray<NamedWebhook>
  readonly isFollowing: boolean
}

const Filter = ({ isFollowing, webhooks }: FilterProps) => {
  const t = texts.value.deliveries
  return (
    <search class="filter">
      <WebhookFilter webhooks={webhooks} />
      <select
        aria-label={t.outcome}
        value={query.value.get("success") ?? ""}
        onChange={(event) => goWith({ success: event.currentTarget.value, ...fromTheStart })}
      >
        <option value="">{t.any}</option>
        <option value="true">{t.delivered}</option>
        <option value="false">{t.failed}</option>
      </select>
      <PeriodFilter />
      <label class="choice">
        <input
          type="checkbox"
          checked={isFollowing}
          onChange={(event) => goWith({ follow: event.currentTarget.checked || undefined, ...fromTheStart })}
        />
        {t.follow}
      </label>
    </search>
  )
}

export const DeliveriesPage = ({ account }: AccountPageProps) => {
  const t = texts.value.deliveries
  const webhooks = useNamedWebhooks(account)
  const isFollowing = query.value.get("follow") === "true"
  const wanted = {
    ...timePage(),
    webhookId: query.value.get("webhook") ?? undefined,
    success: outcomeOf(query.value.get("success"))
  }
  const isTold = session.value?.features.live === true
  const resource = useResource(
    JSON.stringify([wanted, isFollowing]),
    (signal) => listDeliveries(account, wanted, signal),
    {
      follow: isFollowing && isTold ? (onPage, signal) => followDeliveries(account, wanted, onPage, signal) : undefined,
      every: () => (isFollowing ? askedAgain : undefined)
    }
  )
  const isNarrowed = Object.values(wanted).some((value) => value !== undefined && value !== "")
  return (
    <>
      <Heading title={t.title}>
        <button type="button" onClick={resource.reload}>
          {texts.value.actions.reload}
        </button>
      </Heading>
      <Filter webhooks={webhooks} isFollowing={isFollowing} />
      <Loaded resource={resource}>
        {({ deliveries, next, prev }) => (
          <>
            {deliveries.length === 0 ? (
              <Empty title={isNarrowed ? t.noneSelected : t.none}>{!isNarrowed && <p>{t.noneYet}</p>}</Empty>
            ) : (
              <DeliveryTable account={account} deliveries={deliveries} webhooks={webhooks} />
            )}
            <Pager next={next} prev={prev} />
          </>
        )}
      </Loaded>
    </>
  )
}
