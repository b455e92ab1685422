/** What came of a campaign, day by day. */
import { getStatistics } from "../api/campaigns.ts"
import { useResource } from "../data/useResource.ts"
import type { AccountPageProps } from "../shell/pageProps.ts"
import { texts } from "../texts/texts.ts"
import { Empty } from "../view/states/Empty.tsx"
import { Loaded } from "../view/states/Loaded.tsx"
import { lastDays } from "../view/fields/lastDays.ts"
import { FiguresOfDays } from "./FiguresOfDays.tsx"

// our choice: the longest that the operation tells at once is longer.
const shownDays = 30

const measures = [
  { name: "views", colour: "--accent" },
  { name: "clicks", colour: "--good" },
  { name: "sum", colour: "--busy" }
] as const

export const StatisticsOfDays = ({ account, advertId }: AccountPageProps & { readonly advertId: number }) => {
  const t = texts.value.campaigns
  const resource = useResource(`statistics ${advertId}`, async (signal) => {
    const told = await getStatistics(account, advertId, lastDays(Date.now(), shownDays), signal)
    return told ?? { days: [] }
  })
  return (
    <section aria-labelledby="statistics">
      <h2 id="statistics">{t.statistics(shownDays)}</h2>
      <Loaded resource={resource}>
        {({ days }) =>
          days.length === 0 ? (
            <Empty title={t.noStatistics} />
          ) : (
            <FiguresOfDays
              days={days}
              measures={measures.map((measure) => ({ ...measure, label: t.measures[measure.name] }))}
            />
          )
        }
      </Loaded>
    </section>
  )
}
