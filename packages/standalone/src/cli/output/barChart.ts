/** A small chart of bars for a terminal: a bar for each value, the greatest value and some places as labels of its axes. */
import { CliOutput } from "effect/cli"
import type { Screen, Style } from "./Output.ts"

export interface BarChart {
  /** None is negative. */
  readonly values: ReadonlyArray<number>
  /** One for each value, all of the same length. */
  readonly places: ReadonlyArray<string>
  readonly format: (value: number) => string
  /** Of the labels at the side, so that charts below each other have their bars below each other. */
  readonly labelWidth: number
  readonly style: Style
}

/** How wide the labels at the side of a chart of these values are. */
export const labelWidthOf = ({ format, values }: Pick<BarChart, "format" | "values">): number =>
  CliOutput.displayWidth(format(Math.max(0, ...values)))

export interface ChartScreen extends Screen {
  /** Whether it shows characters beyond ASCII. */
  readonly hasUnicode: boolean
}

interface Characters {
  /** From nothing to a full character, in equal steps. */
  readonly levels: ReadonlyArray<string>
  readonly side: string
  readonly tick: string
  readonly corner: string
  readonly floor: string
}

const blocks: Characters = {
  levels: [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
  side: "│",
  tick: "┤",
  corner: "└",
  floor: "─"
}
const ascii: Characters = { levels: [" ", ".", ":", "#"], side: "|", tick: "+", corner: "+", floor: "-" }

const height = 6
// our choice: wider bars show nothing more.
const widestStep = 8
const labelGap = 2

/** A bar from its foot to its head, as one character of each line. The smallest value is still seen. */
const barOf = (share: number, levels: ReadonlyArray<string>): ReadonlyArray<string> => {
  const full = levels.length - 1
  const parts = share > 0 ? Math.max(1, Math.round(share * height * full)) : 0
  return Array.from({ length: height }, (_, line) => levels[Math.min(full, Math.max(0, parts - line * full))]!)
}

/** As many places as fit below their bars, the first one always. */
const placesBelow = (places: ReadonlyArray<string>, step: number, width: number): string => {
  const every = Math.ceil(((places[0] ?? "").length + labelGap) / step)
  let line = ""
  for (const [index, place] of places.entries()) {
    const start = index * step
    const isShown = index === 0 || (index % every === 0 && start + place.length <= width)
    if (isShown) line = line.padEnd(start) + place
  }
  return line
}

/** Undefined where the screen is too narrow for a character of each value. */
export const barChart = (
  { format, labelWidth, places, style, values }: BarChart,
  screen: ChartScreen
): string | undefined => {
  const { columns, hasUnicode, paint } = screen
  const { corner, floor, levels, side, tick } = hasUnicode ? blocks : ascii
  const greatest = Math.max(0, ...values)
  // A space and the axis stand between the label and the bars.
  const room = columns - labelWidth - 2
  const step = Math.min(widestStep, Math.floor(room / values.length))
  if (step < 1) return undefined
  const barWidth = Math.max(1, step - 1)
  const width = step * values.length
  const bars = values.map((value) => barOf(greatest === 0 ? 0 : value / greatest, levels))
  const lines = Array.from({ length: height }, (_, fromTop) => {
    const line = height - 1 - fromTop
    const drawn = bars.map((bar) => bar[line]!.repeat(barWidth).padEnd(step)).join("")
    const axis =
      fromTop === 0 ? `${format(greatest).padStart(labelWidth)} ${tick}` : `${" ".repeat(labelWidth)} ${side}`
    const shown = drawn.trimEnd()
    return paint("dim", axis) + (shown === "" ? "" : paint(style, shown))
  })
  const indent = " ".repeat(labelWidth + 2)
  return [
    ...lines,
    paint("dim", `${"0".padStart(labelWidth)} ${corner}${floor.repeat(width)}`),
    paint("dim", indent + placesBelow(places, step, Math.max(width, room)))
  ].join("\n")
}
