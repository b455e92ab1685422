/** How many attempts to deliver to a webhook succeeded and failed, hour by hour. */
import { useMemo } from "preact/hooks"
import { getHours } from "../api/webhooks.ts"
import { LineChart } from "../charts/LineChart.tsx"
import { useResource } from "../data/useResource.ts"
import type { AccountPageProps } from "../shell/pageProps.ts"
import { texts } from "../texts/texts.ts"
import { Empty } from "../view/Empty.tsx"
import { Loaded } from "../view/Loaded.tsx"
import { Moment } from "../view/Moment.tsx"
import { type Hour, everyHour } from "./everyHour.ts"

// our choice: deliveries are kept for 30 days, when nothing else is set.
const days = 30

// our choice: how old what is shown may be, in milliseconds: an hour changes slowly, and counting costs something.
const refreshed = 60_000

const measures = [
  { name: "succeeded", colour: "--good" },
  { name: "failed", colour: "--bad" }
] as const

const Charts = ({ hours }: { readonly hours: ReadonlyArray<Hour> }) => {
  const t = texts.value.webhooks
  const { series, times } = useMemo(() => {
    const all = everyHour(hours)
    return {
      times: all.map(({ at }) => at / 1000),
      series: measures.map(({ colour, name }) => ({ name, colour, values: all.map((hour) => hour[name]) }))
    }
  }, [hours])
  return (
    <>
      {series.map(({ colour, name, values }) => (
        <LineChart key={name} title={t.hours[name]} times={times} series={{ label: t.hours[name], colour, values }} />
      ))}
      <details>
        <summary>{texts.value.campaigns.asTable}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t.hours.hour}</th>
              <th scope="col">{t.hours.succeeded}</th>
              <th scope="col">{t.hours.failed}</th>
            </tr>
          </thead>
          <tbody>
            {hours.toReversed().map(({ failed, hour, succeeded }) => (
              <tr key={hour}>
                <td data-label={t.hours.hour}>
                  <Moment at={hour} />
                </td>
                <td data-label={t.hours.succeeded} class="number">
                  {succeeded}
                </td>
                <td data-label={t.hours.failed} class="number">
                  {failed}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  )
}

export const HoursOfWebhook = ({ account, webhookId }: AccountPageProps & { readonly webhookId: string }) => {
  const t = texts.value.webhooks.hours
  const resource = useResource(webhookId, (signal) => getHours(account, webhookId, days, signal), {
    every: () => refreshed
  })
  return (
    <section aria-labelledby="hours">
      <h2 id="hours">{t.title(days)}</h2>
      <Loaded resource={resource}>
        {({ hours }) => (hours.length === 0 ? <Empty title={t.none} /> : <Charts hours={hours} />)}
      </Loaded>
    </section>
  )
}
