/** Values over time, drawn. Whoever cannot see the drawing has the same values in a table. */
import { useEffect, useRef } from "preact/hooks"
import { brightness } from "../preferences/theme.ts"

export interface Series {
  readonly label: string
  /** The name of a colour, such as `--accent`. */
  readonly colour: string
  readonly values: ReadonlyArray<number>
}

interface Given {
  readonly title: string
  /** Seconds since 1970. */
  readonly times: ReadonlyArray<number>
  readonly series: Series
}

const height = 180

export const LineChart = ({ series, times, title }: Given) => {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const within = place.current
    if (within === null) return undefined
    let stop = (): void => undefined
    let isOver = false
    // Most pages have no chart: its library is loaded where there is one.
    void import("./drawing.ts").then(({ draw }) => {
      if (!isOver) stop = draw(within, { height, series, times })
    })
    return () => {
      isOver = true
      stop()
    }
  }, [series.label, series.values, times, brightness.value])
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <div ref={place} class="chart" aria-hidden="true" />
    </figure>
  )
}
