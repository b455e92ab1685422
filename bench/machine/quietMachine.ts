/** A machine that has come to rest: what was done before is not measured with what comes next. */
import { cpus } from "node:os"
import { setTimeout as sleep } from "node:timers/promises"

interface Times {
  readonly busy: number
  readonly all: number
}

const timesOf = (): Times => {
  const times = cpus().map((cpu) => cpu.times)
  const idle = times.reduce((sum, time) => sum + time.idle, 0)
  const all = times.reduce((sum, { idle, irq, nice, sys, user }) => sum + idle + irq + nice + sys + user, 0)
  return { busy: all - idle, all }
}

// Of all processors together, and for so many looks in a row.
const busyAtMost = 0.05
const looks = 3
const secondsApart = 0.5

/** Waits until next to nothing runs, so many seconds at most: systems go on with gigabytes that were written or removed. */
export const awaitQuiet = async (mostSeconds: number): Promise<void> => {
  let quiet = 0
  let before = timesOf()
  for (let waited = 0; quiet < looks && waited < mostSeconds; waited += secondsApart) {
    await sleep(secondsApart * 1000)
    const now = timesOf()
    quiet = now.busy - before.busy <= busyAtMost * (now.all - before.all) ? quiet + 1 : 0
    before = now
  }
}
