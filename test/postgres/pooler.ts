/** PgBouncer in transaction mode, where it is installed: `PGBOUNCER` names it, or it is on the path. */
import { Data, Effect } from "effect"
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { freePort } from "../fixtures/freePort.ts"
import { findAccount } from "./privateServer.ts"

class NoPooler extends Data.TaggedError("NoPooler")<{ readonly cause: unknown }> {}

const program = process.env.PGBOUNCER ?? "pgbouncer"

export const hasPooler = spawnSync(program, ["--version"]).status === 0

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false))
    socket.on("connect", () => socket.destroy())
  })

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/**
 * Starts one before the server of a URL, which ends with the scope; gives its URL for the same database. Clients share so few
 * connections that each transaction gets another one.
 */
export const startPooler = Effect.fnUntraced(function* (server: string) {
  const { hostname, password, pathname, port: serverPort, username } = new URL(server)
  const account = yield* Effect.promise(findAccount)
  const folder = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "sellerkit-pooler-"))),
    (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
  )
  const port = yield* Effect.promise(freePort)
  const settings = [
    "[databases]",
    `* = host=${hostname} port=${serverPort}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = plain",
    `auth_file = ${join(folder, "users")}`,
    "pool_mode = transaction",
    "default_pool_size = 3",
    "server_round_robin = 1",
    `logfile = ${join(folder, "log")}`
  ]
  yield* Effect.promise(async () => {
    await writeFile(join(folder, "settings"), `${settings.join("\n")}\n`)
    await writeFile(join(folder, "users"), `${quoted(username)} ${quoted(password)}\n`, { mode: 0o600 })
    if (account.uid === undefined || account.gid === undefined) return
    for (const path of [folder, join(folder, "settings"), join(folder, "users")])
      await chown(path, account.uid, account.gid)
  })
  yield* Effect.acquireRelease(
    Effect.sync(() => spawn(program, [join(folder, "settings")], { ...account, stdio: "ignore" })),
    (child) =>
      Effect.promise(async () => {
        if (child.exitCode !== null) return
        child.kill("SIGTERM")
        await once(child, "exit")
      })
  )
  yield* Effect.tryPromise({
    try: async () => {
      for (let waited = 0; waited < 100; waited++) {
        if (await isListening(port)) return
        await setTimeout(50)
      }
      throw new Error(`${program} does not listen`)
    },
    catch: (cause) => new NoPooler({ cause })
  })
  return `postgresql://${username}:${password}@127.0.0.1:${port}${pathname}`
})
