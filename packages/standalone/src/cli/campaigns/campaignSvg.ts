/** What came of a campaign by days, as SVG: a chart for each measure, readable on light and dark pages. */
import { printable } from "../output/printable.ts"
import { type CampaignDays, isEmpty } from "./CampaignDays.ts"
import { amountOf, measures, totalOf } from "./measures.ts"
import { nothingToChart } from "./nothingToChart.ts"

const width = 760
const style = `
  text { font: 13px system-ui, sans-serif; fill: #1f2328 }
  .title { font-size: 15px; font-weight: 600 }
  .quiet { fill: #59636e }
  .axis { stroke: #59636e; stroke-width: 1 }
  .grid { stroke: #d1d9e0; stroke-width: 1 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc }
    .quiet { fill: #9198a1 }
    .axis { stroke: #9198a1 }
    .grid { stroke: #3d444d }
  }`

// XML has none of these two (XML 1.0, Characters); other control characters are not printable.
const outsideXml = /[\uFFFE\uFFFF]/g

const escape = (text: string): string =>
  printable(text)
    .replaceAll(outsideXml, "\uFFFD")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")

const text = (x: number, y: number, content: string, attributes = ""): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}"${attributes === "" ? "" : ` ${attributes}`}>${escape(content)}</text>`

const horizontal = (y: number, kind: string): string =>
  `<line class="${kind}" x1="${left}" y1="${y}" x2="${width - right}" y2="${y}"/>`

const [left, right, top] = [16, 16, 76]
/** Of a chart: all of it, its bars, and from its top to where they begin. */
const [chartHeight, barsHeight, above] = [168, 100, 28]

// our choice: as many as fit at the usual width of a character.
const longestTitle = 80

const shortened = (title: string): string => {
  const characters = [...new Intl.Segmenter().segment(title)].map(({ segment }) => segment)
  return characters.length <= longestTitle ? title : `${characters.slice(0, longestTitle - 1).join("")}…`
}

/** Days are named below their bars: all of them, or every second one and so on. */
const widthOfDay = 50

const chartOf = ({ days, ...total }: CampaignDays, measure: (typeof measures)[number], index: number) => {
  const { colour, field, title } = measure
  const start = top + index * chartHeight
  const [roof, floor] = [start + above, start + above + barsHeight]
  const values = days.map((day) => day[field])
  const greatest = Math.max(...values)
  const step = (width - left - right) / days.length
  const gap = Math.min(8, step / 4)
  const every = Math.ceil(widthOfDay / step)
  const bars = days.map((day, place) => {
    const height = greatest === 0 ? 0 : (day[field] / greatest) * barsHeight
    // A small value is still seen.
    const seen = day[field] > 0 ? Math.max(1, height) : 0
    const x = left + place * step + gap / 2
    return `<rect x="${x.toFixed(1)}" y="${(floor - seen).toFixed(1)}" width="${(step - gap).toFixed(1)}" height="${seen.toFixed(1)}" fill="${colour}"><title>${escape(`${day.date}: ${amountOf(measure, day[field])}`)}</title></rect>`
  })
  const names = days.flatMap(({ date }, place) =>
    place % every === 0
      ? [
          text(
            left + (place + 0.5) * step,
            floor + 18,
            date.slice("2026-".length),
            'class="quiet" text-anchor="middle"'
          )
        ]
      : []
  )
  return [
    text(left, start + 14, `${title}: ${amountOf(measure, total[field])}`),
    text(width - right, start + 14, `greatest ${amountOf(measure, greatest)}`, 'class="quiet" text-anchor="end"'),
    horizontal(roof, "grid"),
    ...bars,
    horizontal(floor, "axis"),
    ...names
  ]
}

export const campaignSvg = (campaign: CampaignDays): string => {
  const { advertId, from, name, to } = campaign
  const title = `Campaign ${advertId}: ${name}`
  const period = `From ${from} to ${to}, days in Moscow`
  const empty = isEmpty(campaign)
  const height = empty ? top + 24 : top + measures.length * chartHeight
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escape(title)}</title>`,
    `<desc>${escape(`${period}. ${empty ? nothingToChart(campaign) : totalOf(campaign)}`)}</desc>`,
    `<style>${style}\n</style>`,
    text(left, 26, shortened(title), 'class="title"'),
    text(left, 48, period, 'class="quiet"'),
    ...(empty
      ? [text(left, top, "No views, no clicks, no spending.")]
      : measures.flatMap((measure, index) => chartOf(campaign, measure, index))),
    "</svg>\n"
  ].join("\n")
}
