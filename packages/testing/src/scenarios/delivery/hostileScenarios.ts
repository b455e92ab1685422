/** What hostile receivers achieve: one attempt that ends in time and says how, and nothing that others could notice. */
import { assert } from "@effect/vitest"
import { type Delivery, Events, TransportFailure } from "@sellerkit/core"
import { Effect } from "effect"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { account, owner } from "../../fixtures.ts"
import { expired, forAnotherHost, notYetValid, testAuthority } from "../receivers/badCertificates.ts"
import { type HostileAnswer, hostileAnswers } from "../receivers/hostileAnswers.ts"
import type { Script } from "../receivers/RawReceiver.ts"
import type { Scenario } from "../Scenario.ts"
import { advance, card, createWebhook, deliveriesOf, newReceiver, publishTo, seconds, settled } from "../steps.ts"
import type { RunningService } from "../ServiceTarget.ts"
import { World } from "../World.ts"

const other = account(2)

/** A request that does not come in one piece. */
const large = card(1, { payload: { nmID: 1, vendorCode: "x".repeat(200_000), updatedAt: "2026-01-15T09:30:00Z" } })

export const hostileScenarios = (scenario: Scenario): void => {
  const errors = (...failures: ReadonlyArray<TransportFailure>): ReadonlyArray<string> =>
    failures.flatMap(scenario.failures).map(({ message }) => message)

  const assertOutcome = (attempt: Delivery, comesTo: HostileAnswer["comesTo"]): void => {
    if (comesTo === "delivered") assert.deepInclude(attempt, { success: true, responseCode: 200 })
    else {
      assert.isFalse(attempt.success)
      if (typeof comesTo === "number") assert.strictEqual(attempt.responseCode, comesTo)
      else assert.include(errors(...comesTo.map((kind) => new TransportFailure({ kind }))), attempt.error!)
    }
  }

  const scriptOf = (answer: HostileAnswer): Script => ({
    ...answer.script,
    isDone: scenario.outcome(answer).keepsConnection === true
  })

  for (const answer of hostileAnswers) {
    const { title } = answer
    const script = scriptOf(answer)
    const { comesTo, keepsConnection, known } = scenario.outcome(answer)
    scenario(
      `is done with a receiver that gives ${title}`,
      Effect.gen(function* () {
        const hostile = yield* (yield* World).rawReceiver(script)
        const { id } = yield* createWebhook(hostile)
        const honest = yield* newReceiver
        yield* createWebhook(honest, owner(undefined, other))
        yield* (yield* Events).publish(account(), [script.atOnce === true ? large : card(1)])
        yield* publishTo(other, 1)
        yield* settled
        yield* publishTo(other, 2)
        yield* settled
        assert.deepStrictEqual(honest.received.map(seconds), [0, 0], "others have their events meanwhile")
        const soon = yield* deliveriesOf(id)
        if (known !== undefined) assert.strictEqual(soon.length, known === "at once" ? 1 : 0)
        if (soon.length === 0) yield* advance(10_001)
        const attempts = yield* deliveriesOf(id)
        assert.strictEqual(attempts.length, 1)
        assertOutcome(attempts[0]!, comesTo)
        assert.deepStrictEqual(hostile.requests(), { made: 1, open: keepsConnection === true ? 1 : 0 })
      })
    )
  }

  scenario(
    "does not move another seller's deliveries when all of that happens at once",
    Effect.gen(function* () {
      const world = yield* World
      for (const answer of hostileAnswers) yield* createWebhook(yield* world.rawReceiver(scriptOf(answer)))
      const honest = yield* newReceiver
      yield* createWebhook(honest, owner(undefined, other))
      yield* publishTo(account(), 1)
      const moments = Array.from({ length: 30 }, (_, second) => second)
      for (const second of moments) {
        yield* publishTo(other, second)
        yield* advance("1 second")
      }
      assert.deepStrictEqual(honest.received.map(seconds), moments)
    })
  )

  scenario(
    "does not call where a redirect leads",
    Effect.gen(function* () {
      const [redirecting, aim] = [yield* newReceiver, yield* newReceiver]
      const { host } = new URL(aim.url)
      const { id } = yield* createWebhook(redirecting)
      const places = [
        aim.url,
        `//${host}/`,
        `http://localhost:${new URL(aim.url).port}/`,
        "http://169.254.169.254/latest"
      ]
      for (const [index, location] of places.entries()) {
        redirecting.answer({ status: 307, headers: { location } })
        yield* publishTo(account(), index)
        yield* settled
        assert.match((yield* deliveriesOf(id))[0]!.error!, /^The receiver answered 307 instead of 200$/)
        yield* advance("15 minutes")
      }
      assert.strictEqual(aim.received.length, 0)
    })
  )

  const trusting = (authority: string, body: Effect.Effect<void, unknown, RunningService | World>) =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        const usual = getCACertificates("default")
        setDefaultCACertificates([...usual, authority])
        return usual
      }),
      () => body,
      (usual) => Effect.sync(() => setDefaultCACertificates(usual))
    )

  for (const [what, tls, reason] of [
    ["has expired", expired, "the certificate has expired"],
    ["is not valid yet", notYetValid, "the certificate is not valid yet"],
    ["is for another host", forAnotherHost, "the certificate is for another host"]
  ] as const) {
    scenario(
      `sends nothing to a receiver whose certificate ${what}, although its authority is trusted`,
      Effect.gen(function* () {
        const receiver = yield* (yield* World).rawReceiver({ steps: [] }, { tls })
        const { id } = yield* createWebhook(receiver)
        yield* publishTo(account(), 1)
        yield* settled
        const [attempt] = yield* deliveriesOf(id)
        assert.include(errors(new TransportFailure({ kind: "tls", detail: reason })), attempt!.error!)
        assert.deepStrictEqual(receiver.requests(), { made: 0, open: 0 })
      }).pipe((body) => trusting(testAuthority, body))
    )
  }
}
