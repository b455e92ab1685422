/** Who did what to which webhook, newest first. */
import type { HistoryEntry } from "../api/http/answers.ts"
import { listHistory } from "../api/records.ts"
import { useResource } from "../data/useResource.ts"
import { addressOf } from "../routing/location.ts"
import { timePage } from "../routing/timePage.ts"
import { accountQuery } from "../shell/account.ts"
import type { AccountPageProps } from "../shell/pageProps.ts"
import { texts } from "../texts/texts.ts"
import { Empty } from "../view/states/Empty.tsx"
import { Heading } from "../view/Heading.tsx"
import { Loaded } from "../view/states/Loaded.tsx"
import { Moment } from "../view/time/Moment.tsx"
import { Pager } from "../view/Pager.tsx"
import { PeriodFilter } from "../view/fields/PeriodFilter.tsx"

interface RowProps extends AccountPageProps {
  readonly entry: HistoryEntry
}

const Row = ({ account, entry }: RowProps) => {
  const t = texts.value.history
  const { action, error, ip, request, response, source, time, userId } = entry
  const webhookId = response.webhookId ?? request.webhookId
  return (
    <tr>
      <td data-label={t.time}>
        <Moment at={time} />
      </td>
      <td data-label={t.action}>
        {t.actions[action]} {error !== undefined && <span class="problem">{error}</span>}
      </td>
      <td data-label={t.by}>
        {t.sources[source]}
        {userId !== undefined && ` ${t.user(userId)}`}
        {ip !== undefined && (
          <>
            {" "}
            <code>{ip}</code>
          </>
        )}
      </td>
      <td data-label={t.webhook}>
        {webhookId !== undefined && (
          <a href={addressOf("webhook", { sellerId: account.sellerId, id: webhookId }, accountQuery(account))}>
            <code>{webhookId}</code>
          </a>
        )}
      </td>
    </tr>
  )
}

const HistoryTable = ({ account, entries }: AccountPageProps & { readonly entries: ReadonlyArray<HistoryEntry> }) => {
  const t = texts.value.history
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t.time}</th>
          <th scope="col">{t.action}</th>
          <th scope="col">{t.by}</th>
          <th scope="col">{t.webhook}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.id} account={account} entry={entry} />
        ))}
      </tbody>
    </table>
  )
}

export const HistoryPage = ({ account }: AccountPageProps) => {
  const t = texts.value.history
  const wanted = timePage()
  const resource = useResource(JSON.stringify(wanted), (signal) => listHistory(account, wanted, signal))
  const isNarrowed = Object.values(wanted).some((value) => value !== undefined && value !== "")
  return (
    <>
      <Heading title={t.title} />
      <search class="filter">
        <PeriodFilter />
      </search>
      <Loaded resource={resource}>
        {({ history, next, prev }) => (
          <>
            {history.length === 0 ? (
              <Empty title={isNarrowed ? t.noneSelected : t.none} />
            ) : (
              <HistoryTable account={account} entries={history} />
            )}
            <Pager next={next} prev={prev} />
          </>
        )}
      </Loaded>
    </>
  )
}
