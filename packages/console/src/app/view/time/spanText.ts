/** How long something took, in the largest unit that it fills. */

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000]
] as const

/** Such as `3.5 hours`. */
export const spanText = (milliseconds: number, language: string): string => {
  const size = Math.max(0, milliseconds)
  const [unit, length] = units.find(([, length]) => size >= length) ?? (["millisecond", 1] as const)
  const format = new Intl.NumberFormat(language, {
    style: "unit",
    unit,
    unitDisplay: "short",
    maximumFractionDigits: 1
  })
  return format.format(size / length)
}
