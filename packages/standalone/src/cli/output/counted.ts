/** A number of things, in words. */

/** `1 event`, `2 events`. */
export const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? "" : "s"}`
