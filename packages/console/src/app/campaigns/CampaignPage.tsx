/** One campaign: where it is in its life, its money, its products, and what came of it. */
import { type CampaignAction, changeable } from "@sellerkit/core"
import type { Account } from "../api/Account.ts"
import { actOn, type Campaign, getBudget, getCampaign } from "../api/campaigns.ts"
import { useResource } from "../data/useResource.ts"
import { mayChange } from "../session/session.ts"
import type { AccountPageProps, RecordPageProps } from "../shell/pageProps.ts"
import { texts } from "../texts/texts.ts"
import { Facts } from "../view/Facts.tsx"
import { Heading } from "../view/Heading.tsx"
import { Loaded } from "../view/states/Loaded.tsx"
import { Moment } from "../view/time/Moment.tsx"
import { CampaignActions } from "./CampaignActions.tsx"
import { Life } from "./Life.tsx"
import { StatisticsOfDays } from "./StatisticsOfDays.tsx"
import { StatusBadge } from "./StatusBadge.tsx"
import { TopUp } from "./TopUp.tsx"
import { possibleActions } from "./possibleActions.ts"
import { statuses, statusTones, statusWord, typeWord } from "./words.ts"

// our choice: how old what is shown may be, in milliseconds.
const refreshed = 10_000

const productsOf = ({ autoParams, params = [], unitedParams = [] }: Campaign): ReadonlyArray<number> => [
  ...(autoParams?.nms ?? []),
  ...unitedParams.flatMap(({ nms }) => nms),
  ...params.flatMap(({ nms }) => nms.map(({ nm }) => nm))
]

const getWithBudget = async (account: Account, advertId: number, signal: AbortSignal) => {
  const campaign = await getCampaign(account, advertId, signal)
  try {
    const { total } = await getBudget(account, advertId, signal)
    return { campaign, budget: total }
  } catch (cause) {
    // A campaign that was deleted meanwhile has no budget. Asking for it again then says that it is not there any more.
    await getCampaign(account, advertId, signal)
    throw cause
  }
}

interface ContentProps extends AccountPageProps {
  readonly campaign: Campaign
  readonly budget: number
  readonly onChange: () => void
}

const Content = ({ account, budget, campaign, onChange }: ContentProps) => {
  const t = texts.value.campaigns
  const { advertId, changeTime, createTime, name, status, type } = campaign
  const possible = possibleActions(status)
  const question = (action: CampaignAction) =>
    action === "complete" || action === "remove" ? t.asks[action](name) : undefined
  const products = productsOf(campaign)
  return (
    <>
      {mayChange.value && (
        <CampaignActions
          actions={possible.map(([action]) => action)}
          words={t.actions}
          question={question}
          act={(action) => actOn(account, advertId, action)}
          accepted={t.accepted}
          onChange={onChange}
        />
      )}
      <Life statuses={statuses} wordOf={statusWord} status={status} possible={possible} actionWords={t.actions} />
      <Facts
        facts={[
          [t.status, <StatusBadge tone={statusTones[status]} word={statusWord(status)} />],
          [t.budget, t.roubles(budget)],
          [t.type, typeWord(type)],
          [t.id, advertId],
          [t.products, products.length === 0 ? undefined : products.join(", ")],
          [t.created, <Moment at={createTime} />],
          [t.changed, <Moment at={changeTime} />]
        ]}
      />
      {mayChange.value && changeable.has(status) && <TopUp account={account} advertId={advertId} onChange={onChange} />}
      <StatisticsOfDays account={account} advertId={advertId} />
    </>
  )
}

export const CampaignPage = ({ account, id }: RecordPageProps) => {
  const t = texts.value.campaigns
  const advertId = Number(id)
  const resource = useResource(id, (signal) => getWithBudget(account, advertId, signal), { every: () => refreshed })
  return (
    <>
      <Heading title={resource.data?.campaign.name ?? t.one} />
      <Loaded resource={resource}>
        {(found) => <Content account={account} {...found} onChange={resource.reload} />}
      </Loaded>
    </>
  )
}
