/**
 * Output that nobody reads any more, as after `| head`, or when the program that reads the log is replaced. Node.js would end the process at
 * once, before it has cleaned up. A command that is there to be read stops in order, and all others go on.
 */
import type { Ending } from "../Ending.ts"

const isLost = (error: Error): boolean => "code" in error && error.code === "EPIPE"

export const endWithReader = (current: { readonly ending: Ending }): void => {
  process.stdout.on("error", (error) => {
    if (!isLost(error)) throw error
    if (current.ending === "unread") process.emit("SIGTERM", "SIGTERM")
  })
  process.stderr.on("error", (error) => {
    if (!isLost(error)) throw error
  })
}
