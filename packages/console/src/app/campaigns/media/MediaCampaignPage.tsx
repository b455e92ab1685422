/** One media campaign: where it is in its life, its money, and its banners. */
import { mediaTransitions } from "@sellerkit/core"
import { actOnMedia, getMediaCampaign, type MediaAction, type MediaCampaign } from "../../api/mediaCampaigns.ts"
import { useResource } from "../../data/useResource.ts"
import { mayChange } from "../../session/session.ts"
import type { AccountPageProps, RecordPageProps } from "../../shell/pageProps.ts"
import { texts } from "../../texts/texts.ts"
import { Facts, optional } from "../../view/Facts.tsx"
import { Heading } from "../../view/Heading.tsx"
import { Loaded } from "../../view/states/Loaded.tsx"
import { Moment } from "../../view/time/Moment.tsx"
import { CampaignActions } from "../CampaignActions.tsx"
import { Life } from "../Life.tsx"
import { possibleIn } from "../possibleActions.ts"
import { StatusBadge } from "../StatusBadge.tsx"
import { Banners } from "./Banners.tsx"
import { type Status, statuses, statusTones, statusWord, typeWord } from "./words.ts"

// our choice: how old what is shown may be, in milliseconds.
const refreshed = 10_000

interface ContentProps extends AccountPageProps {
  readonly campaign: MediaCampaign
  readonly onChange: () => void
}

const Content = ({ account, campaign, onChange }: ContentProps) => {
  const t = texts.value.mediaCampaigns
  const { roubles } = texts.value.campaigns
  const { advertId, brand, createTime, endTime, extended, name, status, type } = campaign
  const possible = possibleIn<MediaAction, Status>(mediaTransitions, ["launch", "pause", "stop"], status)
  return (
    <>
      {mayChange.value && (
        <CampaignActions
          actions={possible.map(([action]) => action)}
          words={t.actions}
          question={(action) => (action === "stop" ? t.stops(name) : undefined)}
          act={(action) => actOnMedia(account, advertId, action)}
          accepted={t.accepted}
          onChange={onChange}
        />
      )}
      <Life statuses={statuses} wordOf={statusWord} status={status} possible={possible} actionWords={t.actions} />
      <Facts
        facts={[
          [t.status, <StatusBadge tone={statusTones[status]} word={statusWord(status)} />],
          [t.reason, optional(extended.reason ?? undefined, (reason) => reason)],
          [t.budget, roubles(extended.budget)],
          [t.spent, roubles(extended.expenses)],
          [t.type, typeWord(type)],
          [t.brand, brand],
          [t.id, advertId],
          [t.from, optional(extended.from, (at) => <Moment at={at} />)],
          [t.to, optional(extended.to, (at) => <Moment at={at} />)],
          [t.created, <Moment at={createTime} />],
          [t.ended, optional(endTime, (at) => <Moment at={at} />)]
        ]}
      />
      <Banners account={account} campaign={campaign} onChange={onChange} />
    </>
  )
}

export const MediaCampaignPage = ({ account, id }: RecordPageProps) => {
  const t = texts.value.mediaCampaigns
  const resource = useResource(id, (signal) => getMediaCampaign(account, Number(id), signal), {
    every: () => refreshed
  })
  return (
    <>
      <Heading title={resource.data?.name ?? t.one} />
      <Loaded resource={resource}>
        {(campaign) => <Content account={account} campaign={campaign} onChange={resource.reload} />}
      </Loaded>
    </>
  )
}
