/** Miniflare, which runs workerd, without what it would leave behind. */
import { Miniflare, type MiniflareOptions } from "miniflare"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** What the platform is asked to behave as of. */
export const compatibilityDate = "2026-07-30"

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

export interface RunningMiniflare {
  readonly miniflare: Miniflare
  readonly url: URL
  stop(): Promise<void>
}

export const startMiniflare = async (options: MiniflareOptions): Promise<RunningMiniflare> => {
  const folder = storageFolder()
  const miniflare = makeMiniflare(folder, options)
  const stop = async (): Promise<void> => {
    await miniflare.dispose()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  return { miniflare, url: await miniflare.ready, stop }
}
