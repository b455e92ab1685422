/** The API as its callers see it, in a Worker whose data are in PostgreSQL. */
import { type ApiTarget, apiSuite, operatorOf } from "@sellerkit/testing"
import { Effect, Exit, Redacted, Scope } from "effect"
import { hasPooler, startPooler } from "../postgres/pooler.ts"
import { fetchAlone } from "../fixtures/fetchAlone.ts"
import { postgresDatabase } from "../targets.ts"
import { issueToken, tokenSecret } from "../apiTokens.ts"
import { startPostgresWorkerd } from "./postgresWorkerd.ts"

/** With the rights of a service alone. Where there is a pooler, it stands in for the one of Hyperdrive. */
const pooledDatabase = Effect.gen(function* () {
  const { service, url } = yield* Effect.orDie(postgresDatabase)
  return hasPooler ? yield* startPooler(service?.url ?? url) : (service?.url ?? url)
})

const target: ApiTarget = {
  name: "Worker over PostgreSQL",
  // What is random is about the service, and is tried enough where nothing is around it (test/api.test.ts).
  trials: 1 / 30,
  // The Worker with Durable Objects has all of them.
  spellings: 0.15,
  start: async () => {
    const scope = Scope.makeUnsafe()
    const { keepRinging, stop, url } = await startPostgresWorkerd(
      await Effect.runPromise(Scope.provide(pooledDatabase, scope))
    )
    const cron = keepRinging()
    const fetchFrom = (path: string, init?: RequestInit) => fetchAlone(`${url}${path}`, init)
    return {
      fetch: fetchFrom,
      operator: operatorOf(fetchFrom, Redacted.value(tokenSecret)),
      token: issueToken,
      publish: async (sellerId, events, options) => {
        const seller = { sellerId, ...options }
        const answer = await fetchAlone(`${url}/publish`, { method: "POST", body: JSON.stringify({ seller, events }) })
        if (!answer.ok) throw new Error(await answer.text())
        return (await answer.json()) as any
      },
      stop: async () => {
        await cron.stop()
        await stop()
        await Effect.runPromise(Scope.close(scope, Exit.void))
      }
    }
  }
}

apiSuite(target)
