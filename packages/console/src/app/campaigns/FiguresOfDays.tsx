/** Figures of days: drawn, and as a table. */
import { useMemo } from "preact/hooks"
import { LineChart } from "../charts/LineChart.tsx"
import { language } from "../preferences/language.ts"
import { texts } from "../texts/texts.ts"

interface Measure<Name extends string> {
  readonly name: Name
  readonly label: string
  /** The name of a colour, such as `--accent`. */
  readonly colour: string
}

interface Given<Name extends string> {
  /** Of each day one; `date` begins with it, such as `2026-01-15`. */
  readonly days: ReadonlyArray<{ readonly date: string } & { readonly [Figure in Name]: number }>
  readonly measures: ReadonlyArray<Measure<Name>>
}

export const FiguresOfDays = <Name extends string>({ days, measures }: Given<Name>) => {
  const t = texts.value.campaigns
  const figures = new Intl.NumberFormat(language.value, { maximumFractionDigits: 2 })
  // The page asks for the campaign again and again. What is drawn stays until the days are others.
  const { series, times } = useMemo(
    () => ({
      times: days.map(({ date }) => Date.parse(date) / 1000),
      series: measures.map((measure) => ({ ...measure, values: days.map((day) => day[measure.name]) }))
    }),
    [days]
  )
  return (
    <>
      {series.map(({ colour, label, name, values }) => (
        <LineChart key={name} title={label} times={times} series={{ label, colour, values }} />
      ))}
      <details>
        <summary>{t.asTable}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t.day}</th>
              {measures.map(({ label, name }) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.date}>
                <td data-label={t.day}>{day.date.slice(0, 10)}</td>
                {measures.map(({ label, name }) => (
                  <td key={name} data-label={label} class="number">
                    {figures.format(day[name])}
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
