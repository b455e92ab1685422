/** Figures over time: drawn, and as a table for whoever wants the numbers or cannot see the drawing. */
import type { ComponentChildren } from "preact"
import { language } from "../preferences/language.ts"
import { texts } from "../texts/texts.ts"
import { LineChart } from "./LineChart.tsx"

export interface Measure<Name extends string> {
  readonly name: Name
  readonly label: string
  /** The name of a colour, such as `--accent`. */
  readonly colour: string
}

type Figures<Name extends string> = { readonly [Figure in Name]: number }

interface Drawing {
  /** Seconds since 1970. */
  readonly times: ReadonlyArray<number>
  readonly values: ReadonlyArray<ReadonlyArray<number>>
}

/** What is drawn of some points, each with its time in milliseconds since 1970. A page keeps it until the points are others. */
export const drawingOf = <Name extends string>(
  points: ReadonlyArray<{ readonly at: number } & Figures<Name>>,
  names: ReadonlyArray<Name>
): Drawing => ({
  times: points.map(({ at }) => at / 1000),
  values: names.map((name) => points.map((point) => point[name]))
})

interface Given<Name extends string> {
  readonly measures: ReadonlyArray<Measure<Name>>
  readonly drawing: Drawing
  /** What the first column of the table has. */
  readonly column: string
  readonly rows: ReadonlyArray<{ readonly key: string } & Figures<Name>>
  readonly showTime: (key: string) => ComponentChildren
}

export const FiguresOverTime = <Name extends string>({ column, drawing, measures, rows, showTime }: Given<Name>) => {
  const figures = new Intl.NumberFormat(language.value, { maximumFractionDigits: 2 })
  return (
    <>
      {measures.map(({ colour, label, name }, index) => (
        <LineChart
          key={name}
          title={label}
          times={drawing.times}
          series={{ label, colour, values: drawing.values[index]! }}
        />
      ))}
      <details>
        <summary>{texts.value.charts.asTable}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{column}</th>
              {measures.map(({ label, name }) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <td data-label={column}>{showTime(row.key)}</td>
                {measures.map(({ label, name }) => (
                  <td key={name} data-label={label} class="number">
                    {figures.format(row[name])}
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
