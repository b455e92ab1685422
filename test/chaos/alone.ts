/** One process of the service over SQLite. */
import { DatabaseSync } from "node:sqlite"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort } from "../fixtures/freePort.ts"
import { makeService } from "./ChaosService.ts"
import type { Evidence } from "./Evidence.ts"
import { nextKill } from "./nextKill.ts"
import { overHttp } from "./overHttp.ts"
import { makeRandom } from "./random.ts"
import { countPairs, deliverablePairs, recordedSuccesses } from "./rules.ts"
import type { Settings } from "./Settings.ts"
import type { Inspected, Publishing, Trial } from "./Trial.ts"

const isDelivered = (evidence: Evidence): boolean => {
  const delivered = countPairs(recordedSuccesses(evidence))
  return [...deliverablePairs(evidence)].every((pair) => delivered.has(pair))
}

const inspect = (file: string): Inspected => {
  const database = new DatabaseSync(file)
  try {
    const rows = database.prepare("pragma integrity_check").all()
    const found = rows.map((row) => Object.values(row).join())
    return { problems: found.filter((line) => line !== "ok"), figures: [] }
  } finally {
    database.close()
  }
}

/** `folder` is for its files. */
export const makeAlone = async ({ kills, lease, lifetime, seed }: Settings, folder: string): Promise<Trial> => {
  const env = { ...process.env, PORT: String(await freePort()), SELLERKIT_DATA: folder }
  const service = makeService({ name: "service", command: ["serve", "--json"], env, lease })
  const random = makeRandom(seed, 3000)

  /** The last kill comes when nothing is published any more that could wake what it leaves. */
  const disturb = async ({ finished, nextSent, pace }: Publishing): Promise<void> => {
    for (let kill = 1; kill <= kills; kill++) {
      pace.allowed = kill / kills
      if (kill === kills) await finished
      await nextKill(random, service.ready, lifetime, nextSent)
      await service.kill()
      await sleep(random.between(50, 300))
      service.start()
    }
    await service.ready()
    pace.allowed = 1
  }

  return {
    services: [service],
    outages: [],
    start: async () => {
      service.start()
      return [await service.ready()]
    },
    ways: (apis) => ({ overHttp: overHttp(apis, false) }),
    disturb,
    isDelivered: async (_, look) => isDelivered(await look()),
    settle: () => Promise.resolve(),
    hostRows: () => Promise.resolve(new Set()),
    inspect: () => Promise.resolve(inspect(join(folder, "sellerkit.db"))),
    stop: () => service.stop(),
    end: () => service.end()
  }
}
