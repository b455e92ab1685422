/** That a secret is opened once, and at hand from then on. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { makeOpenSecret } from "../../../src/delivery/request/OpenedSecrets.ts"
import { parseSealed, type SealedSecret } from "../../../src/webhooks/SealedSecret.ts"
import { SecretUnreadable, SecretVault } from "../../../src/webhooks/SecretVault.ts"
import { WebhookId } from "../../../src/webhooks/Webhook.ts"
import { owner, sealedSecret, uuid } from "../../fixtures.ts"

const leaseOf = (number: number) => ({ owner: owner(), webhookId: WebhookId.make(uuid(number)), fence: 1 })

/** Opens asynchronously, as decryption is, and remembers what it was asked for. */
const slowVault = () => {
  const asked: Array<SealedSecret> = []
  const vault = SecretVault.of({
    newestKey: undefined,
    seal: () => Effect.die("not asked for"),
    isCurrent: () => true,
    open: (sealed, { id, owner: { sellerId } }) =>
      Effect.promise(async () => asked.push(sealed)).pipe(
        Effect.flatMap(() => {
          const content = parseSealed(sealed)
          return content?._tag === "Plain"
            ? Effect.succeed(content.secret)
            : Effect.fail(new SecretUnreadable({ sellerId, webhookId: id, reason: "altered" }))
        })
      )
  })
  const open = Effect.runSync(Effect.provideService(makeOpenSecret, SecretVault, vault))
  return { asked, open }
}

describe("an opened secret", () => {
  it.effect("is the same object each time, without asking and at once", () =>
    Effect.gen(function* () {
      const { asked, open } = slowVault()
      const first = yield* open(sealedSecret(), leaseOf(1))
      for (let time = 0; time < 3; time++) assert.strictEqual(Effect.runSync(open(sealedSecret(), leaseOf(1))), first)
      assert.lengthOf(asked, 1)
    })
  )

  it.effect("is opened anew when another one is stored, and for another webhook", () =>
    Effect.gen(function* () {
      const { asked, open } = slowVault()
      yield* open(sealedSecret("one"), leaseOf(1))
      assert.strictEqual(Redacted.value(yield* open(sealedSecret("two"), leaseOf(1))), "two")
      yield* open(sealedSecret("two"), leaseOf(2))
      assert.strictEqual(Redacted.value(Effect.runSync(open(sealedSecret("two"), leaseOf(1)))), "two")
      assert.lengthOf(asked, 3)
    })
  )

  it.effect("is not known when it could not be opened", () =>
    Effect.gen(function* () {
      const { asked, open } = slowVault()
      const altered = "altered" as SealedSecret
      for (let time = 0; time < 2; time++) {
        assert.strictEqual((yield* Effect.flip(open(altered, leaseOf(1)))).reason, "altered")
      }
      assert.lengthOf(asked, 2)
    })
  )

  it.effect("of ten thousand webhooks is at hand; the one that was opened longest ago is forgotten first", () =>
    Effect.gen(function* () {
      const { asked, open } = slowVault()
      for (let number = 0; number <= 10_000; number++) yield* open(sealedSecret(), leaseOf(number))
      Effect.runSync(open(sealedSecret(), leaseOf(1)))
      assert.lengthOf(asked, 10_001)
      yield* open(sealedSecret(), leaseOf(0))
      assert.lengthOf(asked, 10_002)
    })
  )
})
