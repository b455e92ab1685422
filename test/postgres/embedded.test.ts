/** Processes of a host's that embed the service over one database. */
import { assert, describe, it } from "@effect/vitest"
import { createSellerkit, StorageError } from "@sellerkit/embed"
import * as PgStorage from "@sellerkit/storage-pg"
import { Effect } from "effect"
import { postgresDatabase } from "../targets.ts"

const seller = { sellerId: "01980000-0000-7000-8000-000000000001" }

const start = (url: string) =>
  Effect.acquireRelease(
    Effect.promise(() =>
      createSellerkit({
        storage: PgStorage.layerUrl(url),
        tokens: { secret: "a secret of at least thirty-two characters" },
        dispatcher: false,
        // None is given back while the test lasts.
        limits: { webhookReads: { permits: 100, window: "1 day" } },
        log: () => {}
      })
    ),
    (sellerkit) => Effect.promise(() => sellerkit.close())
  )

describe("embedded over PostgreSQL", () => {
  it.live("share webhooks, revoked tokens and rate budgets, behind a pooler as well", () =>
    Effect.gen(function* () {
      const { maxConnections, url } = yield* postgresDatabase
      // PGlite has one connection, which two processes cannot share.
      if (maxConnections !== undefined) return
      const first = yield* start(url)
      const second = yield* start(`${url}?pooler=transaction`)
      yield* Effect.promise(async () => {
        const { token, tokenId } = await first.issueToken(seller)
        const ask = ({ handler }: typeof first) =>
          handler(new Request("https://shop.example/api/v1/webhooks", { headers: { authorization: token } }))
        await second.webhooks.create(seller, { name: "Cards", url: "https://receiver.example/", subscriptions: [] })
        const answers = [await ask(first), await ask(second)]
        for (const answer of answers) assert.strictEqual(((await answer.json()) as any).total, 1)
        const [before, after] = answers.map(({ headers }) => Number(headers.get("x-ratelimit-remaining")))
        assert.strictEqual(after, before! - 1)
        await first.revokeToken(tokenId)
        assert.strictEqual((await ask(second)).status, 401)
      })
    }).pipe(Effect.scoped)
  )

  it("say why they do not start", async () => {
    const failure = await createSellerkit({
      storage: PgStorage.layerUrl("postgres://nobody:hidden@127.0.0.1:9/none"),
      log: () => {}
    }).catch((error: unknown) => error)
    assert.instanceOf(failure, StorageError)
    const said = `${failure.message}: ${(failure.cause as Error).message}`
    assert.match(said, /^migrate failed.*: connect ECONNREFUSED 127\.0\.0\.1:9\. Check that the server runs/)
    assert.notMatch(said, /hidden/)
  })

  it.each([
    "mysql://user:hidden@host/shop",
    "postgres://user:hidden@host",
    "postgres://user:hidden@host/shop?pooler=all"
  ])("say what a URL has to be: %s", async (url) => {
    const failure = await createSellerkit({ storage: PgStorage.layerUrl(url), log: () => {} }).catch(
      (error: unknown) => error
    )
    assert.instanceOf(failure, StorageError)
    assert.match((failure.cause as Error).message, /^This is no URL of a database: give postgres:/)
    assert.notMatch(String(failure.cause), /hidden/)
  })
})
