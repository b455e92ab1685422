/** The moment of the next kill. Some are as a process starts, some are just when it is busy with a publication. */
import { setTimeout as sleep } from "node:timers/promises"
import type { Random } from "../random.ts"
import type { Settings } from "../Settings.ts"

export const nextKill = async (
  random: Random,
  ready: () => Promise<unknown>,
  [lowest, highest]: Settings["lifetime"],
  nextSent: () => Promise<void>
): Promise<void> => {
  if (random.chance(0.2)) return void (await sleep(random.between(0, 800)))
  await ready()
  await sleep(random.between(lowest, highest))
  if (random.chance(0.5)) return
  await Promise.race([nextSent(), sleep(1000)])
  await sleep(random.between(0, 8))
}
