/** What a process has used up until now. */

export interface Usage {
  /** Seconds of processor time, in user and kernel mode, of all threads. */
  readonly cpu: number
  /** Resident memory in MiB: now, and at most so far. */
  readonly memory: number
  readonly mostMemory: number
  /** Bytes for disks, as the system counts them for the process: whole pages, and those that are written again each time. */
  readonly written: number
}

// The unit of the system's count, in bytes.
const block = 512

export const usage = (): Usage => {
  const { system, user } = process.cpuUsage()
  const { fsWrite, maxRSS } = process.resourceUsage()
  return {
    cpu: (user + system) / 1e6,
    memory: process.memoryUsage.rss() / 2 ** 20,
    mostMemory: maxRSS / 1024,
    written: fsWrite * block
  }
}
