/** What charts of campaigns show: a chart for each. */
import type { Style } from "../output/Output.ts"
import type { Figures } from "./CampaignDays.ts"

interface Measure {
  readonly field: keyof Figures
  readonly title: string
  /** What it is counted in, where its title does not say so. */
  readonly unit: string
  readonly style: Style
  /** On white and on black. */
  readonly colour: string
  readonly format: (value: number) => string
}

const whole = new Intl.NumberFormat("en")
const money = new Intl.NumberFormat("en", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  trailingZeroDisplay: "stripIfInteger"
})

export const measures: ReadonlyArray<Measure> = [
  { field: "views", title: "Views", unit: "", style: "cyan", colour: "#3b82d0", format: whole.format },
  { field: "clicks", title: "Clicks", unit: "", style: "green", colour: "#2f9e6e", format: whole.format },
  { field: "sum", title: "Spending", unit: "roubles", style: "yellow", colour: "#d97706", format: money.format }
]

/** A figure with its unit: `180.50 roubles`. */
export const amountOf = ({ format, unit }: Measure, value: number): string =>
  unit === "" ? format(value) : `${format(value)} ${unit}`

/** All that came of it: `Total: views 1,200, clicks 30, spending 180.50 roubles`. */
export const totalOf = (total: Figures): string =>
  `Total: ${measures.map((measure) => `${measure.title.toLowerCase()} ${amountOf(measure, total[measure.field])}`).join(", ")}`
