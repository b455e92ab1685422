/** The banners of a media campaign, and what came of each in the last days. */
import { bidStatuses } from "@sellerkit/core"
import { useMemo } from "preact/hooks"
import { type BannerStatistics, getMediaStatistics, type MediaCampaign } from "../../api/mediaCampaigns.ts"
import { useResource } from "../../data/useResource.ts"
import { mayChange } from "../../session/session.ts"
import type { AccountPageProps } from "../../shell/pageProps.ts"
import { texts } from "../../texts/texts.ts"
import { Facts, optional } from "../../view/Facts.tsx"
import { Loaded } from "../../view/states/Loaded.tsx"
import { Moment } from "../../view/time/Moment.tsx"
import { lastDays } from "../../view/fields/lastDays.ts"
import { FiguresOfDays } from "../FiguresOfDays.tsx"
import { BannerBid } from "./BannerBid.tsx"
import { statusWord } from "./words.ts"

// our choice: as many as of other campaigns.
const shownDays = 30

/** Of all platforms together. */
const daysOf = ({ daily_stats: days }: BannerStatistics) =>
  days.map(({ app_type_stats: platforms, date }) => {
    const all = platforms.flatMap(({ stats }) => stats)
    const sum = (figure: "clicks" | "views") => all.reduce((total, stats) => total + stats[figure], 0)
    return { date, views: sum("views"), clicks: sum("clicks") }
  })

type Banner = MediaCampaign["items"][number]

interface BannerProps extends AccountPageProps {
  readonly campaign: MediaCampaign
  readonly banner: Banner
  readonly statistics: BannerStatistics | undefined
  readonly onChange: () => void
}

const OneBanner = ({ account, banner, campaign, onChange, statistics }: BannerProps) => {
  const t = texts.value.mediaCampaigns
  const { roubles, measures } = texts.value.campaigns
  const { advertId, status, type } = campaign
  const heading = `banner-${banner.id}`
  const mayBid = mayChange.value && type === 2 && bidStatuses.has(status) && banner.cpm !== undefined
  // The page asks for the campaign again and again. What is drawn stays as long as the statistics do.
  const days = useMemo(() => (statistics === undefined ? [] : daysOf(statistics)), [statistics])
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>{banner.name}</h3>
      <Facts
        facts={[
          [t.id, banner.id],
          [t.status, statusWord(banner.status)],
          [t.bid, optional(banner.cpm, roubles)],
          [t.budget, optional(banner.budget, roubles)],
          [t.dailyLimit, optional(banner.daily_limit || undefined, roubles)],
          [t.spent, optional(statistics?.expenses, roubles)],
          [t.from, optional(banner.date_from, (at) => <Moment at={at} />)],
          [t.to, optional(banner.date_to, (at) => <Moment at={at} />)],
          [t.products, banner.nms?.join(", ")],
          [t.url, banner.url]
        ]}
      />
      {mayBid && (
        <BannerBid
          account={account}
          advertId={advertId}
          bannerId={banner.id}
          cpm={banner.cpm ?? 1}
          onChange={onChange}
        />
      )}
      {days.length > 0 && (
        <FiguresOfDays
          days={days}
          measures={[
            { name: "views", label: measures.views, colour: "--accent" },
            { name: "clicks", label: measures.clicks, colour: "--good" }
          ]}
        />
      )}
    </section>
  )
}

type Given = Omit<BannerProps, "banner" | "statistics">

export const Banners = (given: Given) => {
  const t = texts.value.mediaCampaigns
  const { account, campaign } = given
  const resource = useResource(`banners ${campaign.advertId}`, (signal) =>
    getMediaStatistics(account, campaign.advertId, lastDays(Date.now(), shownDays), signal)
  )
  return (
    <section aria-labelledby="banners">
      <h2 id="banners">{t.banners}</h2>
      <Loaded resource={resource}>
        {(statistics) => (
          <>
            {campaign.items.map((banner) => (
              <OneBanner
                key={banner.id}
                {...given}
                banner={banner}
                statistics={statistics.find(({ item_id: id }) => id === banner.id)}
              />
            ))}
          </>
        )}
      </Loaded>
    </section>
  )
}
