/**
 * Runs a script of this repository with the pinned toolchain, whatever Node (20 or newer) started it:
 * installs the locked packages when they are missing or out of date, then hands over to the pinned Node,
 * which runs TypeScript directly. A second run installs nothing and needs no network.
 */
import { spawn, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs"
import { constants } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

// That of package.json: npm and what it installs ask for it.
const needed = 20
if (Number(process.versions.node.split(".")[0]) < needed) {
  console.error(`This repository needs Node.js ${needed} or newer, and this is ${process.versions.node}.`)
  process.exit(1)
}

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const catalog = readFileSync(join(root, "pnpm-workspace.yaml"), "utf8")
/** The one that also packs and publishes. */
const packageManager = `pnpm@${/^ {2}pnpm: (\d\S*)$/m.exec(catalog)[1]}`

const bin = join(root, "node_modules", ".bin")
const stampFile = join(root, "node_modules", ".sellerkit-install")

const manifests = () => [
  "package.json",
  "pnpm-lock.yaml",
  "pnpm-workspace.yaml",
  ...["packages", "examples", "test", "bench", "chaos"]
    .flatMap((folder) => [folder, ...readdirSync(join(root, folder)).map((name) => join(folder, name))])
    .map((folder) => join(folder, "package.json"))
    .filter((file) => existsSync(join(root, file)))
]

/** Changes whenever the locked dependencies, the workspace's packages or the platform change. */
const stamp = () => {
  const hash = createHash("sha256").update(`${process.platform}-${process.arch}`)
  for (const file of manifests()) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest("hex")
}

const install = () => {
  console.error(`Installing the locked packages with ${packageManager} (first run, or the lockfile changed) …`)
  const { status } = spawnSync("npx", ["--yes", packageManager, "install", "--frozen-lockfile", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32"
  })
  if (status !== 0) {
    console.error("Installing failed. Check that the npm registry can be reached, then repeat the command.")
    process.exit(status ?? 1)
  }
  writeFileSync(stampFile, stamp())
}

if (!existsSync(stampFile) || readFileSync(stampFile, "utf8") !== stamp()) install()

const [script, ...args] = process.argv.slice(2)
const child = spawn(join(bin, "node"), [join(root, script), ...args], {
  stdio: "inherit",
  env: {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env.PATH ?? ""}`,
    // Every process and thread that follows compiles only what has changed: hundreds of them load the same modules in a run of the tests.
    NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "node")
  }
})
// The child decides how to stop; this process only waits for it, so that its last words are printed.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal))
child.on("exit", (code, signal) => process.exit(signal === null ? code : 128 + constants.signals[signal]))
