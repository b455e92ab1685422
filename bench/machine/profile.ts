/** Where a process spends its time: a CPU profile, as functions with their share. */
import { Session } from "node:inspector/promises"

export interface ProfiledFunction {
  readonly name: string
  /** The package and file it is in, or what of the machine it is. */
  readonly module: string
  /** Of all time that was not idle, without what it calls. */
  readonly share: number
}

/** `…/node_modules/undici/lib/x.js` is `undici/lib/x.js`, `…/packages/core/src/x.ts` is `core/x.ts`. */
const moduleOf = (url: string): string => {
  if (url === "") return "engine"
  const installed = url.lastIndexOf("/node_modules/")
  if (installed >= 0) return url.slice(installed + "/node_modules/".length)
  return /\/packages\/(.*)$/.exec(url)?.[1]?.replace("/src/", "/") ?? url.replace(/^.*\/test\//, "test/")
}

/** Starts a profile of this process; the function it gives ends it. */
export const startProfile = async (): Promise<() => Promise<ReadonlyArray<ProfiledFunction>>> => {
  const session = new Session()
  session.connect()
  await session.post("Profiler.enable")
  await session.post("Profiler.setSamplingInterval", { interval: 200 })
  await session.post("Profiler.start")
  return async () => {
    const { profile } = await session.post("Profiler.stop")
    session.disconnect()
    const { nodes, samples = [], timeDeltas = [] } = profile
    const frames = new Map(nodes.map(({ callFrame, id }) => [id, callFrame]))
    const times = new Map<string, number>()
    for (const [index, sample] of samples.entries()) {
      const { functionName, url } = frames.get(sample)!
      const key = `${functionName || "(anonymous)"}\n${moduleOf(url)}`
      times.set(key, (times.get(key) ?? 0) + timeDeltas[index]!)
    }
    const busy = [...times].filter(([key]) => !key.startsWith("(idle)"))
    const total = busy.reduce((sum, [, time]) => sum + time, 0)
    return busy
      .map(([key, time]): ProfiledFunction => {
        const [name, module] = key.split("\n") as [string, string]
        return { name, module, share: time / total }
      })
      .toSorted((left, right) => right.share - left.share)
  }
}
