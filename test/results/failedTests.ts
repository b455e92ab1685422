/** What failed in a run, in a few lines. Some readers see only the end of the output, so these lines come last. */

export interface FailedTest {
  /** From the root of the repository. */
  readonly file: string
  /** The names of its groups and its own; the file's own failure has none. */
  readonly name: string
  readonly message: string
}

const [mostShown, longestMessage] = [8, 160] as const

const firstLine = (text: string): string => {
  const [line = ""] = text.split("\n")
  return line.length > longestMessage ? `${line.slice(0, longestMessage)}…` : line
}

/** An error, as much of it as its message and its cause. */
interface Caused {
  readonly message: string
  readonly cause?: unknown
}

const isCaused = (value: unknown): value is Caused =>
  typeof value === "object" && value !== null && "message" in value && typeof value.message === "string"

/** The message, with those of its causes: "fetch failed" alone says nothing. */
export const withCauses = ({ cause, message }: Caused): string =>
  isCaused(cause) ? `${message} (${withCauses(cause)})` : message

export const failedTestsText = (failed: ReadonlyArray<FailedTest>): string =>
  [
    `Failed: ${failed.length}`,
    ...failed
      .slice(0, mostShown)
      .map(
        ({ file, message, name }) =>
          `- ${[file, name].filter((part) => part !== "").join(" > ")}: ${firstLine(message)}`
      ),
    ...(failed.length > mostShown ? [`- and ${failed.length - mostShown} more`] : [])
  ].join("\n")
