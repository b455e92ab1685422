/** Figures as they are written everywhere. */
import type { Spread } from "./statistics.ts"

export const whole = (value: number): string => Math.round(value).toLocaleString("en-US")

/** Three digits that count. */
export const exact = (value: number): string =>
  Math.abs(value) >= 100 ? whole(value) : value.toLocaleString("en-US", { maximumSignificantDigits: 3 })

export const percent = (share: number): string => `${exact(share * 100)} %`

export const factor = (value: number): string => `${value.toFixed(2)} ×`

/** The median, and in brackets the lowest and the highest. */
export const withSpread = ({ highest, lowest, median }: Spread, format: (value: number) => string): string =>
  lowest === highest ? format(median) : `${format(median)} (${format(lowest)} – ${format(highest)})`
