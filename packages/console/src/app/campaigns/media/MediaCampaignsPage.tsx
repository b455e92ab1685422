/** The media campaigns of a seller. */
import { listMediaCampaigns, type ListedMediaCampaign } from "../../api/mediaCampaigns.ts"
import { useResource } from "../../data/useResource.ts"
import { addressOf } from "../../routing/location.ts"
import { accountQuery } from "../../shell/account.ts"
import type { AccountPageProps } from "../../shell/pageProps.ts"
import { texts } from "../../texts/texts.ts"
import { AddressChoice, chosen } from "../../view/fields/AddressChoice.tsx"
import { Empty } from "../../view/states/Empty.tsx"
import { Heading } from "../../view/Heading.tsx"
import { Loaded } from "../../view/states/Loaded.tsx"
import { Moment } from "../../view/time/Moment.tsx"
import { OffsetPager } from "../../view/Pager.tsx"
import { StatusBadge } from "../StatusBadge.tsx"
import { statuses, statusTones, statusWord, types, typeWord } from "./words.ts"

// our choice: how old what is shown may be, in milliseconds.
const refreshed = 15_000

const Table = ({
  account,
  campaigns
}: AccountPageProps & { readonly campaigns: ReadonlyArray<ListedMediaCampaign> }) => {
  const t = texts.value.mediaCampaigns
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t.name}</th>
          <th scope="col">{t.brand}</th>
          <th scope="col">{t.id}</th>
          <th scope="col">{t.type}</th>
          <th scope="col">{t.status}</th>
          <th scope="col">{t.created}</th>
        </tr>
      </thead>
      <tbody>
        {campaigns.map(({ advertId, brand, createTime, name, status, type }) => (
          <tr key={advertId}>
            <td data-label={t.name} class="address">
              <a
                href={addressOf(
                  "mediaCampaign",
                  { sellerId: account.sellerId, id: String(advertId) },
                  accountQuery(account)
                )}
              >
                {name}
              </a>
            </td>
            <td data-label={t.brand}>{brand}</td>
            <td data-label={t.id} class="number">
              {advertId}
            </td>
            <td data-label={t.type}>{typeWord(type)}</td>
            <td data-label={t.status}>
              <StatusBadge tone={statusTones[status]} word={statusWord(status)} />
            </td>
            <td data-label={t.created}>
              <Moment at={createTime} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export const MediaCampaignsPage = ({ account }: AccountPageProps) => {
  const t = texts.value.mediaCampaigns
  const wanted = { status: chosen("status"), type: chosen("type"), offset: chosen("next") ?? chosen("prev") ?? 0 }
  const isAll = wanted.status === undefined && wanted.type === undefined
  const resource = useResource(JSON.stringify(wanted), (signal) => listMediaCampaigns(account, wanted, signal), {
    every: () => refreshed
  })
  return (
    <>
      <Heading title={t.title} />
      <search class="filter">
        <AddressChoice name="status" label={t.status} any={t.anyStatus} values={statuses} wordOf={statusWord} />
        <AddressChoice name="type" label={t.type} any={t.anyType} values={types} wordOf={typeWord} />
      </search>
      <Loaded resource={resource}>
        {({ campaigns, next, prev }) => (
          <>
            {campaigns.length === 0 ? (
              <Empty title={isAll ? t.none : t.noneSelected}>{isAll && <p>{t.noneYet}</p>}</Empty>
            ) : (
              <Table account={account} campaigns={campaigns} />
            )}
            <OffsetPager next={next} prev={prev} />
          </>
        )}
      </Loaded>
    </>
  )
}
