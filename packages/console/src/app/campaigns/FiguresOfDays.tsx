/** Figures of days. */
import { useMemo } from "preact/hooks"
import { drawingOf, FiguresOverTime, type Measure } from "../charts/FiguresOverTime.tsx"
import { texts } from "../texts/texts.ts"

interface Given<Name extends string> {
  /** Of each day one; `date` begins with it, such as `2026-01-15`. */
  readonly days: ReadonlyArray<{ readonly date: string } & { readonly [Figure in Name]: number }>
  readonly measures: ReadonlyArray<Measure<Name>>
}

export const FiguresOfDays = <Name extends string>({ days, measures }: Given<Name>) => {
  // The page asks for the campaign again and again. What is drawn stays until the days are others.
  const drawing = useMemo(
    () =>
      drawingOf(
        days.map((day) => ({ ...day, at: Date.parse(day.date) })),
        measures.map(({ name }) => name)
      ),
    [days]
  )
  return (
    <FiguresOverTime
      measures={measures}
      drawing={drawing}
      column={texts.value.campaigns.day}
      rows={days.map((day) => ({ ...day, key: day.date.slice(0, 10) }))}
      showTime={(day) => day}
    />
  )
}
