/** How the service fares now, and fared in the last hour. */
import { useMemo } from "preact/hooks"
import { LineChart } from "../charts/LineChart.tsx"
import { language } from "../preferences/language.ts"
import { texts } from "../texts/texts.ts"
import { Empty } from "../view/Empty.tsx"
import { Facts, optional } from "../view/Facts.tsx"
import { FailureNotice } from "../view/FailureNotice.tsx"
import { Heading } from "../view/Heading.tsx"
import { Dispatchers } from "./Dispatchers.tsx"
import { failuresBetween, type Minute, minutesOf } from "./rates.ts"
import { useActivity } from "./useActivity.ts"

const charts = [
  { name: "accepted", colour: "--accent" },
  { name: "delivered", colour: "--good" },
  { name: "failed", colour: "--bad" },
  { name: "median", colour: "--accent" },
  { name: "p99", colour: "--busy" }
] as const satisfies ReadonlyArray<{ readonly name: keyof Minute; readonly colour: string }>

const Charts = ({ minutes }: { readonly minutes: ReadonlyArray<Minute> }) => {
  const t = texts.value.overview
  const times = minutes.map(({ at }) => at / 1000)
  return (
    <>
      {charts.map(({ colour, name }) => (
        <LineChart
          key={name}
          title={t.charts[name]}
          times={times}
          series={{ label: t.charts[name], colour, values: minutes.map((minute) => minute[name] ?? 0) }}
        />
      ))}
    </>
  )
}

const Failures = ({ failures }: { readonly failures: ReturnType<typeof failuresBetween> }) => {
  const t = texts.value.overview
  if (failures.length === 0) return <Empty title={t.noFailures} />
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t.reason}</th>
          <th scope="col">{t.requests}</th>
        </tr>
      </thead>
      <tbody>
        {failures.map(([reason, count]) => (
          <tr key={reason}>
            <td data-label={t.reason}>{reason}</td>
            <td data-label={t.requests} class="number">
              {count}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export const OverviewPage = () => {
  const t = texts.value.overview
  const { failure, nextAttemptAt, samples } = useActivity()
  const figures = new Intl.NumberFormat(language.value, { maximumFractionDigits: 1 })
  const minutes = useMemo(() => minutesOf(samples), [samples])
  const [last, now] = [samples.at(-1), minutes.at(-1)]
  return (
    <>
      <Heading title={t.title} />
      <FailureNotice failure={failure} nextAttemptAt={nextAttemptAt} />
      {last !== undefined && (
        <Facts
          facts={[
            [t.accepted, optional(now?.accepted, (rate) => figures.format(rate))],
            [t.delivered, optional(now?.delivered, (rate) => figures.format(rate))],
            [t.waiting, last.waiting],
            [t.overdue, optional(last.overdue, t.seconds)],
            [t.backingOff, last.backingOff],
            [t.inFlight, last.inFlight]
          ]}
        />
      )}
      <Dispatchers />
      <section aria-labelledby="failures">
        <h2 id="failures">{t.failures}</h2>
        <Failures failures={failuresBetween(samples)} />
      </section>
      <section aria-labelledby="hour">
        <h2 id="hour">{t.hour}</h2>
        {minutes.length === 0 ? <p class="faint">{t.beginning}</p> : <Charts minutes={minutes} />}
      </section>
      <p class="faint">{t.ofProcess}</p>
    </>
  )
}
