/**
 * Points in time as JSON has them: ISO 8601, in UTC. Times that are written one after the other are mostly of the same second,
 * the text of which is made once.
 */
const thousandths = Array.from({ length: 1000 }, (_, number) => `${number.toString().padStart(3, "0")}Z`)

let latestSecond = Number.NaN
let textOfSecond = ""

/** `millis`: whole milliseconds since 1970. */
export const isoText = (millis: number): string => {
  const second = Math.floor(millis / 1000)
  if (second !== latestSecond) {
    textOfSecond = new Date(second * 1000).toISOString().slice(0, -"000Z".length)
    latestSecond = second
  }
  return `${textOfSecond}${thousandths[millis - second * 1000]}`
}
