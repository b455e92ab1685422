/** The servers that keep jobs: PostgreSQL for the service and for its peers, and Redis where it is installed. */
import { spawn } from "node:child_process"
import { mkdirSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort } from "../../test/fixtures/freePort.ts"
import { roomySettings, withPostgres } from "./postgresServer.ts"
import { processCpu } from "../machine/processCpu.ts"

export interface QueueServer {
  /** Uses a database that nobody has used, which is removed afterwards. */
  readonly withEmpty: <A>(use: (url: string) => Promise<A>) => Promise<A>
  /** Seconds of processor time so far. */
  readonly cpu: () => number
  readonly settings: string
}

export interface QueueServers {
  readonly postgres: QueueServer
  /** Undefined where there is no `redis-server`. */
  readonly redis: QueueServer | undefined
  /** One that answers when what it was told is on the disk, as PostgreSQL does. */
  readonly durableRedis: QueueServer | undefined
}

const postgresSettings = { ...roomySettings, max_connections: "200" }

/** When it writes down what it was told. */
type Synchronization = "everysec" | "always"

const redisSettings: Readonly<Record<Synchronization, string>> = {
  everysec: "Redis: appendonly = yes, appendfsync = everysec, so that what the last second took may be lost",
  always: "the other Redis: appendfsync = always"
}

/** One command to a server, and its answer. */
const ask = (port: number, command: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1" }, () => socket.write(`${command}\r\n`))
    socket.once("data", (answer) => {
      socket.destroy()
      resolve(answer.toString("utf8"))
    })
    socket.once("error", reject)
  })

const withRedis = async <A>(
  folder: string,
  synchronization: Synchronization,
  use: (server: QueueServer | undefined) => Promise<A>
): Promise<A> => {
  const port = await freePort()
  const data = join(folder, `redis-${synchronization}`)
  mkdirSync(data)
  const options = ["--appendonly", "yes", "--appendfsync", synchronization, "--save", ""]
  const server = spawn("redis-server", ["--port", String(port), "--dir", data, ...options], { stdio: "ignore" })
  const ended = new Promise<void>((resolve) => {
    server.once("exit", () => resolve())
    server.once("error", () => resolve())
  })
  const started = async (): Promise<boolean> => {
    while (server.exitCode === null && server.pid !== undefined) {
      const answer = await ask(port, "PING").catch(() => "")
      if (answer.startsWith("+PONG")) return true
      await sleep(20)
    }
    return false
  }
  try {
    if (!(await started())) return await use(undefined)
    const withEmpty: QueueServer["withEmpty"] = async (useEmpty) => {
      await ask(port, "FLUSHALL")
      return useEmpty(`redis://127.0.0.1:${port}`)
    }
    return await use({ withEmpty, cpu: () => processCpu(server.pid!), settings: redisSettings[synchronization] })
  } finally {
    server.kill()
    await ended
  }
}

export const withQueueServers = <A>(folder: string, use: (servers: QueueServers) => Promise<A>): Promise<A> =>
  withPostgres(postgresSettings, (server) =>
    withRedis(folder, "everysec", (redis) =>
      withRedis(folder, "always", (durableRedis) => use({ postgres: server, redis, durableRedis }))
    )
  )
