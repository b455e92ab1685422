/** URL checks never call a refused address, whatever the URL looks like. */
import { assert, describe, it } from "@effect/vitest"
import { Array } from "effect"
import { someTrials } from "../property/propertyRuns.ts"
import { noUrls, refusedUrls } from "../transport/refusedUrls.ts"
import type { ApiService } from "./ApiTarget.ts"
import { assertFields, type Caller, newCaller } from "./Caller.ts"

// Receivers on this machine may be called here, so that private names are judged by the addresses that they lead to.
const opened: ReadonlySet<string> = new Set(["loopback", "a private name"])

// Fewer than the budget of an owner.
const checksOfOne = 50

// Where each request opens a connection to a database, it waits more than it calculates.
const checksTogether = 5

export const refusedUrlsApiSuite = (service: ApiService, spellings = 1): void => {
  describe("URL checks", () => {
    const check = (caller: Caller, url: string) => caller.post("/api/v1/webhooks/check", { url })

    it("refuse every address that may not be called, however it is spelled", async () => {
      const every = refusedUrls.filter(({ kind }) => !opened.has(kind))
      const refused = someTrials(every, spellings)
      let judged = 0
      for (let first = 0; first < refused.length; first += checksOfOne) {
        const caller = await newCaller(service)
        const judge = async ({ kind, url }: (typeof refused)[number]) => {
          const answer = await check(caller, url(9))
          if (answer.status === 200) {
            judged++
            const error = `The address may not be called: ${kind}`
            assert.deepStrictEqual(answer.body, { success: false, error }, url(9))
          } else assertFields(answer, "body.url")
        }
        for (const some of Array.chunksOf(refused.slice(first, first + checksOfOne), checksTogether)) {
          await Promise.all(some.map(judge))
        }
      }
      assert.isAbove(judged, refused.length / 2, "most of them are URLs in ASCII")
    })

    it("refuse what is no URL", async () => {
      const caller = await newCaller(service)
      for (const url of noUrls) assertFields(await check(caller, url), "body.url")
    })
  })
}
