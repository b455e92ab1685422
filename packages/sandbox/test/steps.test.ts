/** Whatever happens, it happens in the same way however far time goes at once. */
import { assert, describe, it } from "@effect/vitest"
import { Sandbox, type SandboxReceiver } from "../src/index.ts"
import { SeededRandom } from "../src/simulation.ts"

/** One of the things that receivers do. */
const misbehave = (receiver: SandboxReceiver, random: SeededRandom): void => {
  const times = random.between(1, 4)
  const acts: ReadonlyArray<() => void> = [
    () => receiver.fail({ times }),
    () => receiver.fail({ status: 503, retryAfter: random.between(1, 600), times }),
    () => receiver.delay(random.between(1, 12_000), { times }),
    () => receiver.hang({ times }),
    () => receiver.disconnect({ times }),
    () => receiver.reject("card_changed", { times }),
    () => receiver.fail(),
    () => receiver.succeed()
  ]
  random.pick(acts)()
}

const minutes = 60_000

/** Two receivers and half a day; `steps`: how far time goes at once, in milliseconds. */
const play = async (seed: string, steps: () => number) => {
  await using seller = await Sandbox.start({ startsAt: "2026-01-15T09:00:00Z", seed })
  const random = new SeededRandom(seed)
  const receivers = [seller.receiver, await seller.newReceiver()]
  for (const { url } of receivers) await seller.createWebhook({ url })
  for (let round = 0; round < 6; round++) {
    for (const receiver of receivers) misbehave(receiver, random)
    await seller.publish(...seller.events.many(random.between(1, 5)))
    const end = seller.now.getTime() + random.between(1, 240) * minutes
    while (seller.now.getTime() < end) await seller.advance(Math.min(steps(), end - seller.now.getTime()))
  }
  return seller.snapshot()
}

describe("half a day", () => {
  for (const seed of ["one", "two", "three", "four", "five"]) {
    it(`comes to the same in one step and in many: ${seed}`, async () => {
      const random = new SeededRandom(`steps of ${seed}`)
      const [once, often] = await Promise.all([
        play(seed, () => Infinity),
        play(seed, () => random.between(1, 20 * minutes))
      ])
      assert.isNotEmpty(once.deliveries)
      assert.deepStrictEqual(often, once)
    })
  }
})
