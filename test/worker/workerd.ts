/** Workers for tests, run by workerd itself. */
import { Miniflare, type MiniflareOptions } from "miniflare"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { bundle } from "./bundle.ts"

// No test is about the disk, whose synchronisation most of the time would be spent on.
const inMemory = "/dev/shm"

const storageFolder = (): string => mkdtempSync(join(existsSync(inMemory) ? inMemory : tmpdir(), "sellerkit-workerd-"))

/**
 * All that it writes, the objects' data included, is in the folder. It asks for the system's folder when it is made, and
 * does not wait until what it has left there is removed.
 */
const makeMiniflare = (folder: string, options: MiniflareOptions): Miniflare => {
  const { TMPDIR } = process.env
  process.env.TMPDIR = folder
  try {
    return new Miniflare(options)
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}

export interface Workerd {
  readonly url: URL
  stop(): Promise<void>
}

/** Runs the Worker in a file of this folder. `objects`: its classes of Durable Objects, by the names of their bindings. */
export const startWorkerd = async (file: string, objects: Readonly<Record<string, string>>): Promise<Workerd> => {
  const { code } = await bundle(file)
  const folder = storageFolder()
  const miniflare = makeMiniflare(folder, {
    modules: [{ type: "ESModule", path: "worker.js", contents: code }],
    compatibilityDate: "2026-07-30",
    durableObjects: Object.fromEntries(
      Object.entries(objects).map(([binding, className]) => [binding, { className, useSQLite: true }])
    )
  })
  const stop = async (): Promise<void> => {
    await miniflare.dispose()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  return { url: await miniflare.ready, stop }
}
