/**
 * Output that nobody reads any more, as after `| head`, when the program that reads the log is replaced, or when the terminal is closed; and
 * output that there is no room for. Node.js would end the process at once, before it has cleaned up. A command that is there to be read
 * stops in order, and all others go on. The end of a terminal stops all of them in order.
 */
import { Predicate } from "effect"
import type { Ending } from "../Ending.ts"
import { asError } from "./errorOutput.ts"
import { fileReason } from "./fileReason.ts"

/** What is written to a terminal that was closed fails as what is written to a broken disk does elsewhere. */
export const isUnread = (error: unknown): boolean =>
  Predicate.hasProperty(error, "code") && (error.code === "EPIPE" || (process.stdout.isTTY && error.code === "EIO"))

const stop = (): void => void process.emit("SIGTERM", "SIGTERM")

/** The output is not whole: says so on the standard error, and ends as a failure. */
const tell = (error: Error): void => {
  process.exitCode = 1
  const reason = fileReason(new Error(error.message, { cause: error }))
  process.stderr.write(`${asError(`The output cannot be written: ${reason}`)}\n`)
}

export const endWithReader = (current: { readonly ending: Ending }): void => {
  process.stdout.on("error", (error: Error) => {
    if (current.ending === "unread") stop()
    else if (current.ending === "unfinished" && !isUnread(error)) tell(error)
  })
  // Nothing is left to say it by.
  process.stderr.on("error", () => {})
  // It comes twice where what started the command passes it on.
  process.on("SIGHUP", stop)
}
