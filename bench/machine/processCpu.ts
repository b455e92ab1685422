/** Processor time of other processes, such as a database's. */
import { readdirSync, readFileSync } from "node:fs"

// Linux counts in these everywhere.
const ticksPerSecond = 100

interface Stat {
  readonly parent: number
  readonly own: number
  /** Of children that have ended. */
  readonly children: number
}

const statOf = (pid: number): Stat | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8")
    // The name may hold anything, in brackets.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ")
    const ticks = (first: number) => Number(fields[first]) + Number(fields[first + 1])
    return { parent: Number(fields[1]), own: ticks(11), children: ticks(13) }
  } catch {
    // It has ended meanwhile.
    return undefined
  }
}

/** Seconds of a process and of its children; NaN where the system does not tell. */
export const processCpu = (pid: number): number => {
  if (process.platform !== "linux") return Number.NaN
  const all = readdirSync("/proc").flatMap((name) => {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : undefined
    return stat === undefined ? [] : [{ pid: Number(name), ...stat }]
  })
  const ticks = all.reduce((sum, { children, own, parent, pid: id }) => {
    if (id === pid) return sum + own + children
    return parent === pid ? sum + own : sum
  }, 0)
  return ticks / ticksPerSecond
}
