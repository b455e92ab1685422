/** The service's log, for the host's own logger. */
import { Cause, Layer, type LogLevel, Logger, References } from "effect"

export interface LogEntry {
  readonly level: LogLevel.LogLevel
  readonly message: string
  readonly time: Date
  /** What it is about, by name, such as the id of a request or of a webhook. */
  readonly annotations: Readonly<Record<string, unknown>>
  /** What went wrong, with its stack. */
  readonly cause?: string
}

const isError = (part: unknown): part is Error => part instanceof Error

/** The text for people. Errors are for the cause, unless nothing else was logged. */
const textOf = (parts: ReadonlyArray<unknown>): string => {
  const said = parts.filter((part) => !isError(part))
  return (said.length > 0 ? said.map(String) : parts.filter(isError).map((error) => error.message)).join(" ")
}

/** The cause, with the errors that were logged as a part of the message. */
const causeOf = (parts: ReadonlyArray<unknown>, cause: Cause.Cause<unknown>): Cause.Cause<unknown> =>
  parts.filter(isError).map(Cause.fail).reduce(Cause.combine, cause)

/** Of the host. It may be asynchronous. */
export type HostLog = (entry: LogEntry) => void

const printUnlogged =
  (entry: LogEntry) =>
  (error: unknown): void =>
    console.error(`${entry.message} (and log has thrown:)`, error, entry.cause ?? "")

/** Code that logs goes on, whatever the host's log does: it may be a loop that delivers, or a write that was just made. */
const safely = (log: HostLog, entry: LogEntry): void => {
  const failed = printUnlogged(entry)
  try {
    const logged: unknown = log(entry)
    if (logged instanceof Promise) logged.catch(failed)
  } catch (error) {
    failed(error)
  }
}

const toLogger = (log: HostLog): Logger.Logger<unknown, void> =>
  Logger.make(({ cause, date, fiber, logLevel, message }) => {
    const parts = Array.isArray(message) ? message : [message]
    const whole = causeOf(parts, cause)
    safely(log, {
      level: logLevel,
      message: textOf(parts),
      time: date,
      annotations: fiber.getRef(References.CurrentLogAnnotations),
      ...(whole.reasons.length > 0 && { cause: Cause.pretty(whole) })
    })
  })

/** Log entries go to the console, where the host does not take them. */
export const logLayer = (log: HostLog | undefined): Layer.Layer<never> =>
  log === undefined ? Layer.empty : Logger.layer([toLogger(log)])
