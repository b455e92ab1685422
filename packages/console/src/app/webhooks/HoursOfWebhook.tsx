/** How many attempts to deliver to a webhook succeeded and failed, hour by hour. */
import { useMemo } from "preact/hooks"
import { getHours } from "../api/webhooks.ts"
import { drawingOf, FiguresOverTime } from "../charts/FiguresOverTime.tsx"
import { useResource } from "../data/useResource.ts"
import type { AccountPageProps } from "../shell/pageProps.ts"
import { texts } from "../texts/texts.ts"
import { Empty } from "../view/states/Empty.tsx"
import { Loaded } from "../view/states/Loaded.tsx"
import { Moment } from "../view/time/Moment.tsx"
import { type Hour, everyHour } from "./everyHour.ts"

// our choice: deliveries are kept for 30 days, when nothing else is set.
const days = 30

// our choice: how old what is shown may be, in milliseconds: an hour changes slowly, and counting costs something.
const refreshed = 60_000

const measures = [
  { name: "succeeded", colour: "--good" },
  { name: "failed", colour: "--bad" }
] as const

const Figures = ({ hours }: { readonly hours: ReadonlyArray<Hour> }) => {
  const t = texts.value.webhooks.hours
  const drawing = useMemo(
    () =>
      drawingOf(
        everyHour(hours),
        measures.map(({ name }) => name)
      ),
    [hours]
  )
  return (
    <FiguresOverTime
      measures={measures.map((measure) => ({ ...measure, label: t[measure.name] }))}
      drawing={drawing}
      column={t.hour}
      rows={hours.toReversed().map((hour) => ({ ...hour, key: hour.hour }))}
      showTime={(hour) => <Moment at={hour} />}
    />
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
        {({ hours }) => (hours.length === 0 ? <Empty title={t.none} /> : <Figures hours={hours} />)}
      </Loaded>
    </section>
  )
}
