/** How long `sellerkit serve` takes from its start until its first answer. */
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort } from "../../test/fixtures/freePort.ts"
import { startProcess } from "../../test/fixtures/runningProcess.ts"
import { now } from "../machine/clock.ts"

const root = join(import.meta.dirname, "..", "..")

const answers = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}

/** Milliseconds. `folder` holds the service's data, and may hold a database already. */
export const startUpTime = async (folder: string): Promise<number> => {
  const port = await freePort()
  const startedAt = now()
  const service = startProcess([join(root, "packages/standalone/src/main.ts"), "serve", "--json"], {
    cwd: root,
    env: { ...process.env, PORT: String(port), SELLERKIT_DATA: folder }
  })
  try {
    while (!(await answers(`http://127.0.0.1:${port}/health/live`))) await sleep(2)
    return now() - startedAt
  } finally {
    await service.stop()
  }
}
