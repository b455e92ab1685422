/** One process of the service over SQLite. */
import { DatabaseSync } from "node:sqlite"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort } from "../../test/fixtures/freePort.ts"
import { makeService } from "../service/ChaosService.ts"
import { accepts, type Marketplace } from "../actors/Marketplace.ts"
import { nextKill } from "./nextKill.ts"
import { overHttp } from "../actors/overHttp.ts"
import { makeRandom } from "../random.ts"
import type { Settings } from "../Settings.ts"
import type { Inspected, Publishing, StoredResend, Surroundings, Trial } from "./Trial.ts"

const withFile = <A>(file: string, look: (database: DatabaseSync) => A): A => {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    return look(database)
  } finally {
    database.close()
  }
}

/** Whether nothing waits for a webhook that accepts it, and no job puts anything back. */
const isAllDelivered =
  ({ webhooks }: Marketplace) =>
  (database: DatabaseSync): boolean => {
    const sql = `select exists (
        select 1 from recipient join webhook w using (webhook) where state = 0 and w.id in (select value from json_each(?)))
      or exists (select 1 from resend where state = 'running') as waits`
    const accepting = webhooks.filter(accepts).map(({ id }) => id)
    return database.prepare(sql).get(JSON.stringify(accepting))!["waits"] === 0
  }

const allResends = (database: DatabaseSync): ReadonlyArray<StoredResend> => {
  const sql = `select r.id, a.seller_id as sellerId from resend r join webhook using (webhook) join owner using (owner)
    join account a using (account)`
  return database.prepare(sql).all() as unknown as ReadonlyArray<StoredResend>
}

const inspect = (database: DatabaseSync): Inspected => {
  const rows = database.prepare("pragma integrity_check").all()
  const found = rows.map((row) => Object.values(row).join())
  return { problems: found.filter((line) => line !== "ok"), figures: [] }
}

/** `folder` is for its files. */
export const makeAlone = async (
  { kills, lease, lifetime, seed }: Settings,
  { folder, nameServer }: Surroundings
): Promise<Trial> => {
  const env = {
    ...process.env,
    PORT: String(await freePort()),
    SELLERKIT_DATA: folder,
    SELLERKIT_NAME_SERVERS: nameServer
  }
  const file = join(folder, "sellerkit.db")
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
    isDelivered: (marketplace) => Promise.resolve(withFile(file, isAllDelivered(marketplace))),
    settle: () => Promise.resolve(),
    hostRows: () => Promise.resolve(new Set()),
    resends: () => Promise.resolve(withFile(file, allResends)),
    inspect: () => Promise.resolve(withFile(file, inspect)),
    stop: () => service.stop(),
    end: () => service.end()
  }
}
