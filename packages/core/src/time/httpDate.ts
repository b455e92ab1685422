// RFC 9110, 5.6.7: the one format that may be sent.
const format = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** The time that a header names, in milliseconds since 1970; undefined where it names none. */
export const parseHttpDate = (text: string): number | undefined => {
  const time = format.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}
