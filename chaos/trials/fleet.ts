/** Many processes of the service over one PostgreSQL, which ends as in a crash at times, as do connections to it. */
import { PgClient } from "@effect/sql-pg"
import { Effect, Exit, Redacted, Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import { randomBytes } from "node:crypto"
import { closeSync, openSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort } from "../../test/fixtures/freePort.ts"
import { startPrivateServer } from "../../test/postgres/privateServer.ts"
import { numberOf } from "../chaosEvent.ts"
import { type ChaosService, makeService, type ServiceOptions, startsWithin } from "../service/ChaosService.ts"
import type { Outage } from "../evidence/Evidence.ts"
import { allResends, inspectFleet, isAllDelivered } from "./fleetDatabase.ts"
import { createHostTable, hostKeys, inSql } from "../actors/inSql.ts"
import { nextKill } from "./nextKill.ts"
import { overHttp } from "../actors/overHttp.ts"
import { makeRandom } from "../random.ts"
import { type FleetSettings, leaseOf, type Settings } from "../Settings.ts"
import type { Publishing, Surroundings, Trial } from "./Trial.ts"

const ownName = "sellerkit chaos"

// our choice: for how many milliseconds a process stands still after its leases are over, at most.
const longestBeyond = 8000

interface Processes {
  /** They deliver nothing. */
  readonly apis: ReadonlyArray<ChaosService>
  readonly dispatchers: ReadonlyArray<ChaosService>
  /** They do both. */
  readonly whole: ReadonlyArray<ChaosService>
}

const secret = (): string => randomBytes(32).toString("base64url")

/** `log` is a file that is open. One of the dispatchers has a wrong clock. */
const makeProcesses = async (
  { apis, clockError, dispatchers, whole }: FleetSettings,
  { folder, nameServer }: Surroundings,
  { database, lease, log }: { database: string; lease: number | undefined; log: number }
): Promise<Processes> => {
  const env = {
    ...process.env,
    SELLERKIT_DATABASE: database,
    SELLERKIT_DATA: folder,
    SELLERKIT_NAME_SERVERS: nameServer,
    SELLERKIT_OPERATOR_KEY: secret(),
    SELLERKIT_TOKEN_SECRET: secret()
  }
  const make = async (name: string, command: ReadonlyArray<string>, more?: Partial<ServiceOptions>) =>
    makeService({ name, command, env: { ...env, PORT: String(await freePort()) }, lease, log, ...more })
  const all = async (count: number, one: (number: number) => Promise<ChaosService>) => {
    const made: Array<ChaosService> = []
    // One after the other, so that each finds another port.
    for (let number = 1; number <= count; number++) made.push(await one(number))
    return made
  }
  return {
    apis: await all(apis, (number) => make(`api ${number}`, ["serve", "--api-only", "--json"])),
    dispatchers: await all(dispatchers, (number) =>
      make(`dispatcher ${number}`, ["dispatch", "--json"], number === 1 ? { clockError } : {})
    ),
    whole: await all(whole, (number) => make(`whole ${number}`, ["serve", "--json"]))
  }
}

const isGone = ({ lives }: ChaosService): boolean => {
  const { endedAt, killedAt } = lives.at(-1)!
  return endedAt !== undefined || killedAt !== undefined
}

const isThere = (service: ChaosService): boolean => !isGone(service) && service.lives.at(-1)!.readyAt !== undefined

/** Starts processes again that found no database as they started. */
const keepUp = (services: ReadonlyArray<ChaosService>): (() => void) => {
  const timer = setInterval(() => {
    for (const service of services) if (service.lives.at(-1)?.endedAt !== undefined) service.start()
  }, 300)
  return () => clearInterval(timer)
}

// Enough to see why a process ends again and again as it starts.
const lastLines = 10

/** `log`: the file in which they say why they end. */
const untilThere = async (services: ReadonlyArray<ChaosService>, log: string): Promise<void> => {
  const until = Date.now() + startsWithin
  while (!services.every(isThere)) {
    if (Date.now() > until) {
      const missing = services
        .filter((service) => !isThere(service))
        .map(({ lives, name }) => `${name} (life ${lives.length - 1})`)
      const said = readFileSync(log, "utf8").trimEnd().split("\n").slice(-lastLines)
      throw new Error(`After ${startsWithin / 1000} s there is no ${missing.join(", ")}. Logged:\n${said.join("\n")}`)
    }
    await sleep(50)
  }
}

/** At which kills something else happens, so many times. */
const spread = (times: number, kills: number): ReadonlySet<number> =>
  new Set(Array.from({ length: times }, (_, time) => Math.round(((time + 1) * kills) / (times + 1))))

const stallsOf = (services: ReadonlyArray<ChaosService>): string => {
  const stalled = services.map(({ lives, name }) => [name, lives.flatMap(({ stalls }) => stalls)] as const)
  const named = stalled.flatMap(([name, { length }]) => (length === 0 ? [] : [`${length} of ${name}`]))
  return named.length === 0 ? "none" : named.join(", ")
}

export const makeFleet = async (
  settings: Settings,
  fleet: FleetSettings,
  surroundings: Surroundings
): Promise<Trial> => {
  const { kills, lease, lifetime, seed } = settings
  const random = makeRandom(seed, 3000)
  const scope = Scope.makeUnsafe()
  const run = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) => Effect.runPromise(Scope.provide(effect, scope))
  const connect = (url: string, applicationName: string) =>
    run(Effect.provide(PgClient.make({ url: Redacted.make(url), applicationName }), Reactivity.layer))

  const server = await run(startPrivateServer({ settings: {} }))
  const logFile = join(surroundings.folder, "log")
  const log = openSync(logFile, "a")
  const sql = await connect(server.url, ownName)
  const host = await connect(server.url, "sellerkit chaos host")
  const { apis, dispatchers, whole } = await makeProcesses(fleet, surroundings, { database: server.url, lease, log })
  const answering = [...apis, ...whole]
  const delivering = [...dispatchers, ...whole]
  const services = [...apis, ...delivering]
  const stalls = new Map<ChaosService, Promise<void>>()
  const outages: Array<Outage> = []
  let [crashes, cuts] = [0, 0]

  const crash = async (): Promise<void> => {
    const from = Date.now()
    await run(server.crash)
    await sleep(random.between(100, 2000))
    await run(server.start)
    outages.push({ from, until: Date.now() })
    crashes += 1
  }

  /** About half of all connections but those of this process's own. */
  const cut = async (): Promise<void> => {
    const others = await run(
      sql<{ pid: number }>`select pid from pg_stat_activity
        where backend_type = 'client backend' and application_name <> ${ownName} order by pid`
    )
    const chosen = others.filter(() => random.chance(0.5)).map(({ pid }) => pid)
    const from = Date.now()
    await run(
      sql`select pg_terminate_backend(pid::integer) from jsonb_array_elements_text(${JSON.stringify(chosen)}::jsonb) pid`
    )
    outages.push({ from, until: Date.now() })
    cuts += chosen.length
  }

  /** One that delivers stands still while the others go on. Its leases end meanwhile. */
  const stall = (): void => {
    const victims = delivering.filter((service) => isThere(service) && !stalls.has(service))
    const victim = victims[random.whole(0, victims.length - 1)]
    if (victim === undefined) return
    const over = victim.stall(leaseOf(settings) + random.between(1000, longestBeyond))
    stalls.set(
      victim,
      over.finally(() => stalls.delete(victim))
    )
  }

  /** The last kill comes when nothing is published any more that could wake what it leaves. */
  const disturb = async ({ finished, nextSent, pace }: Publishing): Promise<void> => {
    const [crashesAfter, stallsBefore] = [spread(fleet.crashes, kills), spread(fleet.stalls, kills)]
    for (let kill = 1; kill <= kills; kill++) {
      pace.allowed = kill / kills
      if (kill === kills) await finished
      if (stallsBefore.has(kill)) stall()
      const victims = services.filter((service) => !stalls.has(service))
      const victim = victims[random.whole(0, victims.length - 1)]!
      await nextKill(random, () => untilThere([victim], logFile), lifetime, nextSent)
      if (!isGone(victim)) await victim.kill()
      await sleep(random.between(50, 300))
      if (isGone(victim)) victim.start()
      if (random.chance(fleet.cutting)) await cut()
      if (crashesAfter.has(kill)) await crash()
    }
    await Promise.all(stalls.values())
    await untilThere(services, logFile)
    pace.allowed = 1
  }

  const keeper = keepUp(services)
  return {
    services,
    outages,
    start: async () => {
      await run(createHostTable(sql))
      for (const service of services) service.start()
      await untilThere(services, logFile)
      const [first, ...others] = await Promise.all(answering.map((service) => service.ready()))
      return [first!, ...others]
    },
    ways: (started) => ({ overHttp: overHttp(started, true), inSql: inSql(host) }),
    disturb,
    isDelivered: (marketplace) => run(isAllDelivered(sql, marketplace)),
    settle: async () => {
      for (const service of delivering) await service.stop()
    },
    hostRows: async () => new Set((await run(hostKeys(sql))).map(numberOf)),
    resends: () => run(allResends(sql)),
    inspect: async (marketplace) => {
      const { figures, problems } = await run(inspectFleet(sql, marketplace))
      return {
        problems,
        figures: [
          ["PostgreSQL", `${crashes} crashes, ${cuts} connections cut`],
          ["Stalls", stallsOf(delivering)],
          ...figures
        ]
      }
    },
    stop: async () => {
      keeper()
      for (const api of apis) await api.stop()
    },
    end: async () => {
      keeper()
      for (const service of services) await service.end()
      closeSync(log)
      await Effect.runPromise(Scope.close(scope, Exit.void))
    }
  }
}
