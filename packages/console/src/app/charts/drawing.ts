/** Draws with uPlot, as wide as there is room. */
import UPlot from "uplot"
import type { Series } from "./LineChart.tsx"

interface Drawn {
  readonly height: number
  readonly times: ReadonlyArray<number>
  readonly series: Series
}

/** The colours are `light-dark(…)`, which a canvas does not know: those of an element are what came of it. */
const resolved = (within: HTMLElement, name: string): string => {
  const probe = document.createElement("span")
  probe.style.color = `var(${name})`
  within.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** Gives what removes the drawing. */
export const draw = (within: HTMLElement, { height, series, times }: Drawn): (() => void) => {
  const [line, text, grid] = [series.colour, "--faint", "--line"].map((name) => resolved(within, name))
  const axis = { stroke: text!, grid: { stroke: grid!, width: 1 }, ticks: { stroke: grid!, width: 1 } }
  const chart = new UPlot(
    {
      width: within.clientWidth,
      height,
      legend: { show: false },
      cursor: { show: false },
      axes: [axis, { ...axis, size: 64 }],
      series: [{}, { label: series.label, stroke: line!, width: 2, points: { show: times.length < 60 } }],
      scales: { y: { range: (_, least, most) => [Math.min(0, least), most > 0 ? most * 1.05 : 1] } }
    },
    [[...times], [...series.values]],
    within
  )
  const watch = new ResizeObserver(() => chart.setSize({ width: within.clientWidth, height }))
  watch.observe(within)
  return () => {
    watch.disconnect()
    chart.destroy()
  }
}
