/** How the process that shows the console fares, and fared in the last hour. Other processes over the same database have figures of their own. */
import { useMemo } from "preact/hooks"
import { LineChart } from "../charts/LineChart.tsx"
import { language } from "../preferences/language.ts"
import { texts } from "../texts/texts.ts"
import { Empty } from "../view/states/Empty.tsx"
import { Facts, optional } from "../view/Facts.tsx"
import { FailureNotice } from "../view/states/FailureNotice.tsx"
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

export const LastHour = () => {
  const t = texts.value.overview
  const { failure, nextAttemptAt, samples } = useActivity()
  const figures = new Intl.NumberFormat(language.value, { maximumFractionDigits: 1 })
  const minutes = useMemo(() => minutesOf(samples), [samples])
  const [last, now] = [samples.at(-1), minutes.at(-1)]
  return (
    <section aria-labelledby="process">
      <h2 id="process">{t.process}</h2>
      <FailureNotice failure={failure} nextAttemptAt={nextAttemptAt} />
      <Facts
        facts={[
          [t.accepted, optional(now?.accepted, (rate) => figures.format(rate))],
          [t.delivered, optional(now?.delivered, (rate) => figures.format(rate))],
          [t.inFlight, last?.inFlight]
        ]}
      />
      {minutes.length === 0 ? <p class="faint">{t.beginning}</p> : <Charts minutes={minutes} />}
      <h3>{t.failures}</h3>
      <Failures failures={failuresBetween(samples)} />
    </section>
  )
}
