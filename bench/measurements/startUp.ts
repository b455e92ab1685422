/** How long `sellerkit serve` takes from its start until its first answer. */
import { join } from "node:path"
import { freePort } from "../../test/fixtures/freePort.ts"
import { startProcess } from "../../test/fixtures/runningProcess.ts"
import { now } from "../machine/clock.ts"

const root = join(import.meta.dirname, "..", "..")

/** Milliseconds. `folder` holds the service's data, and may hold a database already. */
export const startUpTime = async (folder: string): Promise<number> => {
  const port = await freePort()
  const startedAt = now()
  const service = startProcess([join(root, "packages/standalone/src/main.ts"), "serve", "--json"], {
    cwd: root,
    env: { ...process.env, PORT: String(port), SELLERKIT_DATA: folder }
  })
  try {
    // It says that it listens. Who asks before takes time from what is measured.
    await service.next((line) => line.startsWith("{"))
    const answer = await fetch(`http://127.0.0.1:${port}/health/live`)
    if (!answer.ok) throw new Error(`/health/live is answered with ${answer.status}`)
    return now() - startedAt
  } finally {
    await service.stop()
  }
}
