/** Instants as the service has them, and times in the viewer's zone as inputs have them. Both are empty where there is none. */

const twoDigits = (value: number): string => String(value).padStart(2, "0")

/** Such as `2026-01-31T15:00:00`. */
export const localOf = (instant: string): string => {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ""
  const day = [String(date.getFullYear()).padStart(4, "0"), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())]
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits)
  return `${day.join("-")}T${time.join(":")}`
}

/** Such as `2026-01-31T12:00:00.000Z`. */
export const instantOf = (local: string): string => {
  const date = new Date(local)
  return Number.isNaN(date.getTime()) ? "" : date.toISOString()
}
