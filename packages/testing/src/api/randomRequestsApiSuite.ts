/** Whatever anybody sends: an answer as the documents say, soon, and nothing changed by what is refused. */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { propertyRuns } from "../property/propertyRuns.ts"
import type { ApiService } from "./ApiTarget.ts"
import { type ApiOperation, operationsOf } from "./random/ApiOperation.ts"
import { anyRequests, type RandomRequest } from "./random/RandomRequest.ts"
import { makeRandomCaller, type RandomCaller } from "./random/RandomCaller.ts"

// In milliseconds. A trial that fails takes longer than one that passes, because it is made simpler.
const timeout = 300_000

/** A correct request of the operation. */
const plain: Omit<RandomRequest, "operation"> = {
  method: "its own",
  token: "own",
  pathValue: { _tag: "Own", which: 0 },
  suffix: "",
  query: [],
  headers: [],
  body: { _tag: "Fields", changes: [] }
}

export const randomRequestsApiSuite = (service: ApiService, trials = 1): void => {
  describe("random requests", () => {
    let operations: ReadonlyArray<ApiOperation>
    beforeAll(async () => {
      operations = await operationsOf(service)
    })

    it("begin with requests that every operation takes", async () => {
      assert.isAtLeast(operations.length, 36)
      const send = async (caller: RandomCaller, operation: number) => {
        const status = await caller.send({ ...plain, operation })
        const { path } = operations[operation]!
        // The campaign was never launched.
        if (path.endsWith("v0/pause")) assert.strictEqual(status, 422)
        // And it is not automatic.
        else if (path.includes("/auto/")) assert.strictEqual(status, 400, path)
        else assert.include([200, 204, 404], status, path)
      }
      const reader = await makeRandomCaller(service, operations)
      await Promise.all(
        [...operations.entries()].map(async ([operation, { changes }]) => {
          if (!changes) return
          const caller = await makeRandomCaller(service, operations)
          await send(caller, operation)
          await caller.verify()
        })
      )
      for (const [operation, { changes }] of operations.entries()) if (!changes) await send(reader, operation)
      await reader.verify()
    })

    it.live.prop(
      "are answered in the published body, soon, without secrets, and change nothing when they are refused",
      [anyRequests],
      ([requests]) =>
        Effect.promise(async () => {
          const caller = await makeRandomCaller(service, operations)
          for (const request of requests) await caller.send(request)
          await caller.verify()
        }),
      { timeout, arbitrary: propertyRuns(60 * trials, 30) }
    )
  })
}
