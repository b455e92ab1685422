/** The service's log, for the host's own logger. */
import { Cause, type LogLevel, Logger, References } from "effect"

export interface LogEntry {
  readonly level: LogLevel.LogLevel
  readonly message: string
  readonly time: Date
  /** What it is about, by name: the id of a request or of a webhook, say. */
  readonly annotations: Readonly<Record<string, unknown>>
  /** What went wrong, with its stack. */
  readonly cause?: string
}

const asText = (message: unknown): string => (typeof message === "string" ? message : String(message))

export const toLogger = (log: (entry: LogEntry) => void): Logger.Logger<unknown, void> =>
  Logger.make(({ cause, date, fiber, logLevel, message }) => {
    log({
      level: logLevel,
      message: (Array.isArray(message) ? message : [message]).map(asText).join(" "),
      time: date,
      annotations: fiber.getRef(References.CurrentLogAnnotations),
      ...(cause.reasons.length > 0 && { cause: Cause.pretty(cause) })
    })
  })
