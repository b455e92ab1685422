/** (f): what a service costs that has nothing to do, how much memory it takes, and how soon it answers. */
import { cpSync, mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { Bench } from "../Bench.ts"
import { measureDelivery, withSink, withSystem } from "../harness/deliveryRun.ts"
import { percent, whole, withSpread } from "../reporting/format.ts"
import type { Section } from "../reporting/Section.ts"
import { spreadOf } from "../reporting/statistics.ts"
import { startUpTime } from "./startUp.ts"

interface Resting {
  /** Of one core, from 0 on. */
  readonly cpu: number
  /** MiB. */
  readonly memory: number
}

const measureRest = (file: string, seconds: number): Promise<Resting> =>
  withSystem({ database: `sqlite:${file}` }, async (system) => {
    await sleep(1000)
    const before = await system.call("usage")
    await sleep(seconds * 1000)
    const { cpu, memory } = await system.call("usage")
    return { cpu: (cpu - before.cpu) / seconds, memory }
  })

const measureStarts = async (folder: string, count: number): Promise<ReadonlyArray<number>> => {
  const times: Array<number> = []
  for (let start = 0; start < count; start++) times.push(await startUpTime(folder))
  return times
}

/** Nothing before the first start, so that the database has to be made. */
const measureFirstStarts = async (folder: string, count: number): Promise<ReadonlyArray<number>> => {
  const times: Array<number> = []
  for (let start = 0; start < count; start++) {
    times.push(await startUpTime(folder))
    rmSync(folder, { recursive: true })
  }
  return times
}

const measureAll = (bench: Bench) =>
  withSink(async (running) => {
    const { batched, idle, rounds, single, warmUp } = bench.settings
    const folder = join(bench.folder, "idle")
    mkdirSync(folder)
    const file = join(folder, "sellerkit.db")
    const set = { sellers: idle.webhooks, webhooksPerSeller: 1, url: running.url }
    const webhooks = await withSystem({ database: `sqlite:${file}` }, (system) => system.call("createWebhooks", set))
    const resting: Array<Resting> = []
    for (let round = 0; round < Math.min(3, rounds); round++) {
      resting.push(await measureRest(file, idle.seconds))
      bench.progress(`f idle: ${percent(resting.at(-1)!.cpu)} of a core`)
    }
    cpSync(file, join(folder, "loaded.db"))
    const loaded = await withSystem({ database: `sqlite:${join(folder, "loaded.db")}` }, async (system) => {
      await system.call("useWebhooks", webhooks)
      const events = Math.ceil(batched.events * warmUp)
      const workload = { ...batched, webhooks: Math.min(single.webhooks, webhooks.length) }
      return measureDelivery({ ...running, system, publisher: system, webhooks, workload, warmUp: events, first: 0 })
    })
    const starts = await measureStarts(folder, idle.starts)
    const firstStarts = await measureFirstStarts(join(bench.folder, "first"), idle.starts)
    return { resting, mostMemory: loaded.used.mostMemory, starts, firstStarts }
  })

const milliseconds = (value: number): string => `${whole(value)} ms`
const mebibytes = (value: number): string => `${whole(value)} MiB`

export const idle = async (bench: Bench): Promise<Section> => {
  const { firstStarts, mostMemory, resting, starts } = await measureAll(bench)
  const { seconds, starts: count, webhooks } = bench.settings.idle
  const cpu = spreadOf(resting.map(({ cpu }) => cpu))
  return {
    name: "idle",
    title: "At rest",
    settings: [
      `${whole(webhooks)} webhooks, nothing to do: ${seconds} s, ${resting.length} rounds, each in a new process`,
      `Under load: ${whole(bench.settings.batched.events)} events to ${whole(webhooks)} webhooks, as fast as they are taken`,
      `Start: ${count} times, from starting \`sellerkit serve\` from its sources until \`/health/live\` has answered; the database with ${whole(webhooks)} webhooks, or none yet`
    ],
    tables: [
      {
        columns: ["", "Measured"],
        rows: [
          ["Of one core, with nothing to do", withSpread(cpu, percent)],
          ["Memory with nothing to do (RSS)", withSpread(spreadOf(resting.map(({ memory }) => memory)), mebibytes)],
          ["Memory under load, at most (RSS)", mebibytes(mostMemory)],
          ["Start until the first answer", withSpread(spreadOf(starts), milliseconds)],
          ["First start, with a new database", withSpread(spreadOf(firstStarts), milliseconds)]
        ]
      }
    ],
    aims: [
      {
        what: "(f) Of one core, with nothing to do",
        aim: "less than 1 %",
        reached: withSpread(cpu, percent),
        isMet: cpu.median < 0.01
      }
    ],
    charts: []
  }
}
