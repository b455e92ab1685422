/** What is sent carries the right secret, whichever key that is stored under; and what becomes of one that does not open. */
import { assert } from "@effect/vitest"
import { type SecretKey, SecretReencryption, SecretVault, WebhookId, Webhooks, WebhookStore } from "@sellerkit/core"
import { Clock, Effect, Layer, Redacted, Stream } from "effect"
import { TestClock } from "effect/testing"
import { Webhook as Verifier } from "standardwebhooks"
import { insertWebhook } from "../../conformance/seed.ts"
import { actor, secretKey, uuid, webhook } from "../../fixtures.ts"
import type { Received } from "../receivers/Receiver.ts"
import type { Scenario } from "../Scenario.ts"
import { advance, deliveriesOf, newReceiver, publish, settled, type Target } from "../steps.ts"
import { keyRing } from "../ServiceTarget.ts"

const secretOf = (number: number): string => `whsec_${Buffer.from(uuid(number)).toString("base64")}`

/** A webhook whose secret is stored under the first of these keys. Without a key it is stored as it is. */
const storedUnder = Effect.fnUntraced(function* (number: number, { url }: Target, ...keys: ReadonlyArray<SecretKey>) {
  const made = webhook(number, { url })
  const vault = yield* Effect.provide(SecretVault, SecretVault.layer(keys))
  return yield* insertWebhook(made, yield* vault.seal(Redacted.make(secretOf(number)), made))
})

const verify = ({ headers, raw }: Received, secret: string) => {
  assert.strictEqual(headers["authorization"], secret)
  assert.deepStrictEqual(new Verifier(secret).verify(raw, { ...headers }), JSON.parse(raw))
}

const reencryptAll = Effect.flatMap(SecretReencryption, ({ all }) => Stream.runCollect(all))

const isCurrent = Effect.gen(function* () {
  const vault = yield* SecretVault
  const stored = yield* (yield* WebhookStore).secrets(undefined, 1000)
  return stored.map(({ secret }) => vault.isCurrent(secret))
})

export const secretScenarios = (scenario: Scenario): void => {
  scenario(
    "signs with the same secret before and after it is encrypted anew, whichever key it was under",
    Effect.gen(function* () {
      // The library that verifies compares with the real time.
      yield* TestClock.setTime(yield* TestClock.withLive(Clock.currentTimeMillis))
      const [newest, older] = keyRing
      const receivers = [yield* newReceiver, yield* newReceiver, yield* newReceiver]
      yield* storedUnder(1, receivers[0]!, newest!)
      yield* storedUnder(2, receivers[1]!, older!)
      yield* storedUnder(3, receivers[2]!)
      yield* publish(1)
      yield* settled
      assert.deepStrictEqual(yield* isCurrent, [true, false, false])
      assert.deepStrictEqual(yield* reencryptAll, [{ examined: 3, reencrypted: 2, unreadable: [] }])
      assert.deepStrictEqual(yield* isCurrent, [true, true, true])
      yield* publish(2)
      yield* settled
      for (const [index, { received }] of receivers.entries()) {
        assert.lengthOf(received, 2)
        for (const one of received) verify(one, secretOf(index + 1))
      }
      assert.deepStrictEqual(yield* reencryptAll, [{ examined: 3, reencrypted: 0, unreadable: [] }])
    })
  )

  scenario(
    "counts a secret that cannot be opened as a failed attempt, says so, and goes on with everybody else",
    Effect.gen(function* () {
      const [well, ill] = [yield* newReceiver, yield* newReceiver]
      yield* storedUnder(1, ill, secretKey("lost"))
      yield* storedUnder(2, well, keyRing[0]!)
      yield* publish(1)
      yield* settled
      assert.lengthOf(well.received, 1)
      const { id } = webhook(1)
      const [failed, ...more] = yield* deliveriesOf(id)
      assert.deepStrictEqual([failed!.success, failed!.responseCode, more], [false, undefined, []])
      assert.match(failed!.error!, /^The webhook's secret could not be opened: sealed with the key lost, which/)
      assert.notInclude(failed!.error!, secretOf(1))
      yield* advance("10 seconds")
      assert.lengthOf(yield* deliveriesOf(id), 2, "tried again like any other")
      assert.lengthOf(ill.received, 0)
      const secret = Redacted.value(yield* (yield* Webhooks).refreshSecret(actor(), id))
      yield* advance("20 seconds")
      assert.deepStrictEqual(
        ill.received.map(({ headers }) => headers["authorization"]),
        [secret]
      )
    })
  )

  scenario(
    "does not open a secret that was moved to another webhook",
    Effect.gen(function* () {
      const [own, stranger] = [yield* newReceiver, yield* newReceiver]
      yield* storedUnder(1, own, keyRing[0]!)
      const [moved] = yield* (yield* WebhookStore).secrets(undefined, 1)
      yield* insertWebhook(webhook(2, { url: stranger.url }), moved!.secret)
      yield* publish(1)
      yield* settled
      assert.deepStrictEqual([own.received.length, stranger.received.length], [1, 0])
      const [failed] = yield* deliveriesOf(webhook(2).id)
      assert.match(failed!.error!, /could not be opened: altered, or another key is now called newest/)
    })
  )

  scenario.resting(
    "encrypts anew in small steps, which may be broken off and repeated, and passes over what does not open",
    Effect.gen(function* () {
      const reencryption = yield* SecretReencryption
      const nobody = { url: "https://receiver.example/" }
      for (let number = 1; number <= 250; number++) {
        yield* storedUnder(number, nobody, secretKey(number === 120 ? "lost" : "older"))
      }
      const first = yield* reencryption.step()
      assert.deepStrictEqual(first, { examined: 100, reencrypted: 100, unreadable: [], reached: webhook(100).id })
      // Again from the beginning, as after a crash.
      const steps = yield* reencryptAll
      assert.deepStrictEqual(
        steps.map(({ examined, reached, reencrypted }) => [examined, reencrypted, reached]),
        [
          [100, 0, webhook(100).id],
          [100, 99, webhook(200).id],
          [50, 50, undefined]
        ]
      )
      const unreadable = steps.flatMap((step) => step.unreadable)
      assert.deepStrictEqual(
        unreadable.map(({ keyId, reason, webhookId }) => [webhookId, reason, keyId]),
        [[webhook(120).id, "unknownKey", "lost"]]
      )
      assert.deepStrictEqual(
        (yield* isCurrent).flatMap((current, index) => (current ? [] : [index + 1])),
        [120]
      )
      const atTheEnd = yield* reencryption.step(WebhookId.make(uuid(250)))
      assert.deepStrictEqual(atTheEnd, { examined: 0, reencrypted: 0, unreadable: [] })
    })
  )

  scenario.resting(
    "leaves a secret alone that its owner refreshes while it is encrypted anew",
    Effect.gen(function* () {
      const store = yield* WebhookStore
      const vault = yield* SecretVault
      const made = yield* storedUnder(1, { url: "https://receiver.example/" }, secretKey("older"))
      const webhooks = yield* Webhooks
      // Between reading and writing.
      let refreshed: string | undefined
      const refreshing = WebhookStore.of({
        ...store,
        replaceSecret: (read, sealed) =>
          Effect.orDie(webhooks.refreshSecret(actor(), made.id)).pipe(
            Effect.tap((secret) => Effect.sync(() => void (refreshed = Redacted.value(secret)))),
            Effect.andThen(store.replaceSecret(read, sealed))
          )
      })
      const reencryption = yield* Effect.provide(SecretReencryption, Layer.fresh(SecretReencryption.layer)).pipe(
        Effect.provideService(WebhookStore, refreshing)
      )
      assert.deepInclude(yield* reencryption.step(), { examined: 1, reencrypted: 0 })
      const [stored] = yield* store.secrets(undefined, 1)
      assert.strictEqual(Redacted.value(yield* vault.open(stored!.secret, stored!.key)), refreshed)
    })
  )
}
