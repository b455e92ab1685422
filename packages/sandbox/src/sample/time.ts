/** Times in Moscow, where the reports' days begin. A number is the milliseconds of its clocks since 1970. */

export const hour = 3_600_000
export const day = 24 * hour
export const week = 7 * day

/** Midnight of a day, such as `2026-01-15`. */
export const midnightOf = (text: string): number => Date.parse(`${text}T00:00:00Z`)

/** `2026-01-15`. */
export const dayText = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** `2026-01-15T12:30:00`. */
export const timeText = (time: number): string => new Date(time).toISOString().slice(0, 19)

/** The Monday on which the week began. 1970 began on a Thursday. */
export const mondayOf = (time: number): number => Math.floor((time + 3 * day) / week) * week - 3 * day
