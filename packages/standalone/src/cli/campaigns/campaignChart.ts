/** What came of a campaign by days, drawn for a terminal: a chart for each measure, and the totals. */
import { barChart, type ChartScreen, labelWidthOf } from "../output/barChart.ts"
import { printable } from "../output/printable.ts"
import { type CampaignDays, isEmpty } from "./CampaignDays.ts"
import { measures, totalOf } from "./measures.ts"
import { nothingToChart } from "./nothingToChart.ts"

// our choice: for output that is no terminal and has no width.
const usualColumns = 80

const monthAndDay = (date: string): string => date.slice("2026-".length)

export const campaignChart = (campaign: CampaignDays, { columns, ...screen }: ChartScreen): string => {
  const { advertId, days, from, name, to } = campaign
  const { paint } = screen
  const heading = `Campaign ${advertId}  ${printable(name)}`
  if (isEmpty(campaign)) return `${heading}\n${nothingToChart(campaign)}`
  const fitting = { ...screen, columns: Number.isFinite(columns) ? columns : usualColumns }
  const places = days.map(({ date }) => monthAndDay(date))
  const drawn = measures.map((measure) => ({ ...measure, values: days.map((day) => day[measure.field]) }))
  const labelWidth = Math.max(...drawn.map(labelWidthOf))
  const charts = drawn.map(({ field, format, style, title, unit, values }) => {
    if (campaign[field] === 0) return `${paint("bold", title)}: none`
    const bars = barChart({ values, places, format, labelWidth, style }, fitting)
    return bars === undefined ? undefined : `${paint("bold", title)}${unit === "" ? "" : `, ${unit}`}\n${bars}`
  })
  return [
    `${heading}\nFrom ${from} to ${to}, days in Moscow`,
    ...(charts.includes(undefined)
      ? [`${days.length} days do not fit into ${fitting.columns} columns. Widen the terminal, or ask for fewer days.`]
      : charts),
    totalOf(campaign)
  ].join("\n\n")
}
