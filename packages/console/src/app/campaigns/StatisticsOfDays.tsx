/** What came of a campaign, day by day: drawn, and as a table. */
import { useMemo } from "preact/hooks"
import { getStatistics, type Statistics } from "../api/campaigns.ts"
import { LineChart } from "../charts/LineChart.tsx"
import { useResource } from "../data/useResource.ts"
import { language } from "../preferences/language.ts"
import type { AccountPageProps } from "../shell/pageProps.ts"
import { texts } from "../texts/texts.ts"
import { Empty } from "../view/Empty.tsx"
import { Loaded } from "../view/Loaded.tsx"
import { lastDays } from "../view/lastDays.ts"

// our choice: the longest that the operation tells at once is longer.
const shownDays = 30

const measures = [
  { field: "views", colour: "--accent" },
  { field: "clicks", colour: "--good" },
  { field: "sum", colour: "--busy" }
] as const

const Days = ({ days }: Pick<Statistics, "days">) => {
  const t = texts.value.campaigns
  const figures = new Intl.NumberFormat(language.value, { maximumFractionDigits: 2 })
  // The page asks for the campaign again and again. What is drawn stays until the days are others.
  const { series, times } = useMemo(
    () => ({
      times: days.map(({ date }) => Date.parse(date) / 1000),
      series: measures.map(({ colour, field }) => ({ field, colour, values: days.map((day) => day[field]) }))
    }),
    [days]
  )
  return (
    <>
      {series.map(({ colour, field, values }) => (
        <LineChart
          key={field}
          title={t.measures[field]}
          times={times}
          series={{ label: t.measures[field], colour, values }}
        />
      ))}
      <details>
        <summary>{t.asTable}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t.day}</th>
              {measures.map(({ field }) => (
                <th key={field} scope="col">
                  {t.measures[field]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.date}>
                <td data-label={t.day}>{day.date.slice(0, 10)}</td>
                {measures.map(({ field }) => (
                  <td key={field} data-label={t.measures[field]} class="number">
                    {figures.format(day[field])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  )
}

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
        {({ days }) => (days.length === 0 ? <Empty title={t.noStatistics} /> : <Days days={days} />)}
      </Loaded>
    </section>
  )
}
