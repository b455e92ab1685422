/** Owners see and change what is theirs, whatever they know of others: all of it, and nothing else. */
import { afterAll, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { propertyRuns } from "../property/propertyRuns.ts"
import type { ApiService } from "./ApiTarget.ts"
import { anySteps, beginning } from "./isolation/Step.ts"
import { IsolationWorld } from "./isolation/IsolationWorld.ts"

// In milliseconds. A trial that fails takes longer than one that passes, because it is made shorter.
const timeout = 300_000

export const isolationApiSuite = (service: ApiService, trials = 1): void => {
  describe("isolation", () => {
    let receiver: Server
    beforeAll(async () => {
      receiver = createServer((_request, response) => response.end()).listen(0, "127.0.0.1")
      await once(receiver, "listening")
    })
    afterAll(() => {
      receiver.closeAllConnections()
      receiver.close()
    })

    it.live.prop(
      "holds whatever sellers and their services do: another owner's id is as good as none",
      [Schema.Boolean, anySteps],
      ([begun, steps]) =>
        Effect.promise(async () => {
          const { port } = receiver.address() as AddressInfo
          const world = new IsolationWorld(service, `http://127.0.0.1:${port}/hook`)
          for (const step of begun ? [...beginning, ...steps] : steps) await world.take(step)
          await world.verify()
        }),
      { timeout, arbitrary: propertyRuns(50 * trials, 100) }
    )
  })
}
