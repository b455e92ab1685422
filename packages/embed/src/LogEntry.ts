/** The service's log, for the host's own logger. */
import { Cause, Layer, type LogLevel, Logger, References } from "effect"

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

const toLogger = (log: (entry: LogEntry) => void): Logger.Logger<unknown, void> =>
  Logger.make(({ cause, date, fiber, logLevel, message }) => {
    log({
      level: logLevel,
      message: (Array.isArray(message) ? message : [message]).map(asText).join(" "),
      time: date,
      annotations: fiber.getRef(References.CurrentLogAnnotations),
      ...(cause.reasons.length > 0 && { cause: Cause.pretty(cause) })
    })
  })

/** Log entries go to the console, where the host does not take them. */
export const logLayer = (log: ((entry: LogEntry) => void) | undefined): Layer.Layer<never> =>
  log === undefined ? Layer.empty : Logger.layer([toLogger(log)])
