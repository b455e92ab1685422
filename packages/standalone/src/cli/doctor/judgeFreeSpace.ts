/** How much space is left on the disk for what the service writes. */
import { ByteSize } from "effect"
import { type Check, ok, problem, warning } from "./Check.ts"

// our choice: below the first, writing fails soon; below the second there is a day or so to act.
const tooLittle = ByteSize.mebibytes(100)
const little = ByteSize.gibibytes(1)

export const judgeFreeSpace = (folder: string, free: ByteSize.ByteSize): Check => {
  const message = `${ByteSize.format(free)} are free where ${folder} is`
  const advice = "Make room, or keep records for a shorter time (SELLERKIT_KEEP_EVENTS and others)"
  if (ByteSize.isLessThan(free, tooLittle)) return problem("disk", message, advice)
  return ByteSize.isLessThan(free, little) ? warning("disk", message, advice) : ok("disk", message)
}
