/**
 * Output that nobody reads any more, as after `| head`, when the program that reads the log is replaced, or when the terminal is closed.
 * Node.js would end the process at once, before it has cleaned up. A command that is there to be read stops in order, and all others go on.
 * The end of a terminal stops all of them in order.
 */
import type { WriteStream } from "node:tty"
import type { Ending } from "../Ending.ts"

type Output = Pick<WriteStream, "isTTY" | "on">

/** What is written to a terminal that was closed fails as what is written to a broken disk does elsewhere. */
const isLost = ({ isTTY }: Output, error: Error): boolean =>
  "code" in error && (error.code === "EPIPE" || (isTTY && error.code === "EIO"))

const onLost = (output: Output, end: () => void): void => {
  output.on("error", (error: Error) => {
    if (!isLost(output, error)) throw error
    end()
  })
}

const stop = (): void => void process.emit("SIGTERM", "SIGTERM")

export const endWithReader = (current: { readonly ending: Ending }): void => {
  onLost(process.stdout, () => {
    if (current.ending === "unread") stop()
  })
  onLost(process.stderr, () => {})
  process.once("SIGHUP", stop)
}
