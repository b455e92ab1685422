/** What a process has used up until now. */

export interface Usage {
  /** Seconds of processor time, in user and kernel mode, of all threads. */
  readonly cpu: number
  /** Resident memory in MiB: now, and at most so far. */
  readonly memory: number
  readonly mostMemory: number
}

export const usage = (): Usage => {
  const { system, user } = process.cpuUsage()
  return {
    cpu: (user + system) / 1e6,
    memory: process.memoryUsage.rss() / 2 ** 20,
    mostMemory: process.resourceUsage().maxRSS / 1024
  }
}
