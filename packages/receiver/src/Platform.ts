/** Time and randomness of the platform. This package asks for them only here, so that a test can decide them. */
export interface Platform {
  /** Ends at once when the signal says so. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
  /** Gives another id each time. */
  randomId(): string
}

/** Milliseconds since 1970. */
export const systemNow = (): number => Date.now()

// A longer one would end at once.
const longestTimer = 2 ** 31 - 1

export const systemPlatform: Platform = {
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener("abort", end)
        resolve()
      }
      const timer = setTimeout(end, Math.min(milliseconds, longestTimer))
      signal.addEventListener("abort", end)
    }),
  randomId: () => crypto.randomUUID()
}
