/** Charts as SVG, drawn with nothing but text: readable on light and dark pages. */
import type { Spread } from "./statistics.ts"

const width = 760
const style = `
  text { font: 13px system-ui, sans-serif; fill: #1f2328 }
  .title { font-size: 15px; font-weight: 600 }
  .quiet { fill: #59636e }
  .axis, .whisker { stroke: #59636e; stroke-width: 1 }
  .grid { stroke: #d1d9e0; stroke-width: 1 }
  .bar { fill: #4c8dd6 }
  .bar.reference { fill: #8c959f }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc }
    .quiet { fill: #9198a1 }
    .axis, .whisker { stroke: #9198a1 }
    .grid { stroke: #3d444d }
  }`

/** Colours of series, readable on white and on black. */
const colours = ["#3b82d0", "#d97706", "#2f9e6e", "#a855c7", "#d1495b", "#64748b"]

const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

const text = (x: number, y: number, content: string, attributes = ""): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}"${attributes === "" ? "" : ` ${attributes}`}>${escape(content)}</text>`

const line = (from: readonly [number, number], to: readonly [number, number], kind: string): string =>
  `<line class="${kind}" x1="${from[0].toFixed(1)}" y1="${from[1].toFixed(1)}" x2="${to[0].toFixed(1)}" y2="${to[1].toFixed(1)}"/>`

const drawing = (title: string, height: number, parts: ReadonlyArray<string>): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escape(title)}">`,
    `<style>${style}\n</style>`,
    text(16, 26, title, 'class="title"'),
    ...parts,
    "</svg>\n"
  ].join("\n")

interface Bar extends Spread {
  readonly label: string
  /** The one that the others are compared with. */
  readonly isReference?: boolean
}

export interface BarChart {
  readonly title: string
  readonly bars: ReadonlyArray<Bar>
  readonly format: (value: number) => string
}

/** Horizontal bars at the medians, with a line from the lowest to the highest value. */
export const barChart = ({ bars, format, title }: BarChart): string => {
  const [left, right, top, step] = [300, 90, 48, 30]
  const most = Math.max(...bars.map(({ highest }) => highest))
  const scale = (value: number): number => left + (value / most) * (width - left - right)
  const parts = bars.flatMap(({ highest, isReference = false, label, lowest, median }, index) => {
    const y = top + index * step
    const kind = isReference ? "bar reference" : "bar"
    return [
      text(left - 10, y + 14, label, 'text-anchor="end"'),
      `<rect class="${kind}" x="${left}" y="${y}" width="${(scale(median) - left).toFixed(1)}" height="18" rx="2"/>`,
      line([scale(lowest), y + 9], [scale(highest), y + 9], "whisker"),
      text(scale(highest) + 8, y + 14, format(median))
    ]
  })
  return drawing(title, top + bars.length * step + 12, parts)
}

interface Series {
  readonly label: string
  /** One value per place on the axis below. */
  readonly values: ReadonlyArray<number>
}

export interface LineChart {
  readonly title: string
  /** Places on the axis below, evenly spaced. */
  readonly places: ReadonlyArray<string>
  readonly series: ReadonlyArray<Series>
  readonly format: (value: number) => string
}

/** A round number, so that four steps of it reach the value. */
const stepTo = (value: number): number => {
  const size = 10 ** Math.floor(Math.log10(value / 4))
  return [1, 2, 5, 10].map((times) => times * size).find((step) => step * 4 >= value) ?? 10 * size
}

/** Lines over a few places, from zero. */
export const lineChart = ({ format, places, series, title }: LineChart): string => {
  const [left, right, top, height, below] = [60, 210, 52, 240, 40]
  const step = stepTo(Math.max(...series.flatMap(({ values }) => values)))
  const most = 4 * step
  const x = (place: number): number => left + (place / Math.max(1, places.length - 1)) * (width - left - right)
  const y = (value: number): number => top + height - (value / most) * height
  const grid = [0, 1, 2, 3, 4].flatMap((steps) => [
    line([left, y(steps * step)], [width - right, y(steps * step)], steps === 0 ? "axis" : "grid"),
    text(left - 8, y(steps * step) + 4, format(steps * step), 'class="quiet" text-anchor="end"')
  ])
  const below0 = places.map((place, index) =>
    text(x(index), top + height + 22, place, 'class="quiet" text-anchor="middle"')
  )
  const lines = series.flatMap(({ label, values }, index) => {
    const colour = colours[index % colours.length]!
    const points = values.map((value, place) => `${x(place).toFixed(1)},${y(value).toFixed(1)}`)
    const legend = top + 6 + index * 22
    return [
      `<polyline points="${points.join(" ")}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      ...points.map((point) => {
        const [cx, cy] = point.split(",")
        return `<circle cx="${cx}" cy="${cy}" r="3.5" fill="${colour}"/>`
      }),
      `<rect x="${width - right + 20}" y="${legend - 4}" width="14" height="4" fill="${colour}"/>`,
      text(width - right + 42, legend + 3, label)
    ]
  })
  return drawing(title, top + height + below, [...grid, ...below0, ...lines])
}
