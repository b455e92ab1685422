/** Where the service spends its time in (b1), (b2) and (d): not a figure to compare, but where to look. */
import { profileApi } from "./api.ts"
import type { Bench } from "../Bench.ts"
import { withSink } from "../harness/deliveryRun.ts"
import { exact, percent } from "../reporting/format.ts"
import type { ProfiledFunction } from "../machine/profile.ts"
import type { Section, Table } from "../reporting/Section.ts"
import { deliver } from "./throughput.ts"

// Functions that are shown.
const most = 40

const partOf = ({ module }: ProfiledFunction): string =>
  module.startsWith("node:") ? "Node.js" : module.split("/")[0]!

const byPart = (profile: ReadonlyArray<ProfiledFunction>): Table => {
  const shares = new Map<string, number>()
  for (const entry of profile) shares.set(partOf(entry), (shares.get(partOf(entry)) ?? 0) + entry.share)
  return {
    columns: ["Part", "Share"],
    rows: [...shares]
      .toSorted(([, left], [, right]) => right - left)
      .filter(([, share]) => share > 0.001)
      .map(([part, share]) => [part, percent(share)])
  }
}

const byFunction = (profile: ReadonlyArray<ProfiledFunction>, cost: number): Table => ({
  columns: ["Function", "Module", "Share", "µs each"],
  rows: profile.slice(0, most).map(({ module, name, share }) => [name, module, percent(share), exact(share * cost)])
})

const tablesOf = ({
  cost,
  profile
}: {
  profile: ReadonlyArray<ProfiledFunction>
  cost: number
}): ReadonlyArray<Table> => [byPart(profile), byFunction(profile, cost)]

export const whereTimeGoes = async (bench: Bench): Promise<Section> => {
  const { batched, single } = bench.settings
  const [one, many] = await withSink(async (running) => [
    await deliver(bench, running, { workload: single, eventsPerRequest: 1, overHttp: false, isProfiled: true }),
    await deliver(bench, running, { workload: batched, overHttp: false, isProfiled: true })
  ])
  const deliveries = [one!, many!].map(({ cpu, events, profile }) => ({ profile, cost: (cpu / events) * 1e6 }))
  return {
    name: "profile",
    title: "Where time goes: (b1), (b2), (d)",
    settings: [
      "Self time, without what a function calls; of the service's main thread, while it is not idle",
      "µs each: per event, and per request in (d); processor time with the profiler running"
    ],
    tables: [...deliveries, await profileApi(bench)].flatMap(tablesOf),
    aims: [],
    charts: []
  }
}
