/** What one check of an installation found, and what to do about it. */

export interface Check {
  readonly check: string
  /** A problem keeps the service from starting or from delivering; a warning may become a problem, or is there on purpose. */
  readonly status: "ok" | "warning" | "problem"
  readonly message: string
  /** What to do. */
  readonly advice?: string
}

export const ok = (check: string, message: string): Check => ({ check, status: "ok", message })

export const warning = (check: string, message: string, advice: string): Check => ({
  check,
  status: "warning",
  message,
  advice
})

export const problem = (check: string, message: string, advice: string): Check => ({
  check,
  status: "problem",
  message,
  advice
})
