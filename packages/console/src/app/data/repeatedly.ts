/** Calls `step` at once, and again after the milliseconds that it answers. */
export const repeatedly = (step: (stopped: AbortSignal) => Promise<number | undefined>): (() => void) => {
  const stop = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const run = async (): Promise<void> => {
    const pause = await step(stop.signal)
    if (pause !== undefined && !stop.signal.aborted) timer = setTimeout(() => void run(), pause)
  }
  void run()
  return () => {
    stop.abort()
    clearTimeout(timer)
  }
}
