/** Secrets as they are stored: only the right key opens them, and only for the webhook that they are of. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { parseSealed, SealedSecret } from "../../src/webhooks/SealedSecret.ts"
import { makeSecretKey, type SecretKey, SecretKeyId } from "../../src/webhooks/SecretKey.ts"
import { SecretVault } from "../../src/webhooks/SecretVault.ts"
import { type WebhookKey, WebhookId } from "../../src/webhooks/Webhook.ts"
import { SellerId } from "../../src/access/Account.ts"
import { owner, secret, secretKey, uuid } from "../fixtures.ts"

const text = Redacted.value(secret())

const keyOf = (number: number, of = owner()): WebhookKey => ({ owner: of, id: WebhookId.make(uuid(number)) })

const [first, second] = [secretKey("2026a"), secretKey("2026b")]

const vaultOf = (...keys: ReadonlyArray<SecretKey>) =>
  Effect.provide(SecretVault, SecretVault.layer(keys).pipe(Layer.provide(SecureRandom.layerWebCrypto)))

const sealWith = (keys: ReadonlyArray<SecretKey>, plain = text, webhook = keyOf(1)) =>
  Effect.flatMap(vaultOf(...keys), (vault) => vault.seal(Redacted.make(plain), webhook))

const openWith = (keys: ReadonlyArray<SecretKey>, sealed: SealedSecret, webhook = keyOf(1)) =>
  Effect.flatMap(vaultOf(...keys), (vault) => Effect.map(vault.open(sealed, webhook), Redacted.value))

const failureOf = (keys: ReadonlyArray<SecretKey>, sealed: SealedSecret, webhook = keyOf(1)) =>
  Effect.flip(openWith(keys, sealed, webhook))

describe("a sealed secret", () => {
  it.effect.prop("opens to what was sealed, with a key and without", [Schema.String], ([plain]) =>
    Effect.gen(function* () {
      for (const keys of [[], [first], [second, first]]) {
        const sealed = yield* sealWith(keys, plain)
        // Text of broken Unicode is no secret of ours: it is encrypted as UTF-8 has it.
        const expected = keys.length === 0 ? plain : plain.toWellFormed()
        assert.strictEqual(yield* openWith(keys, sealed), expected)
      }
    })
  )

  it.effect("says which key it is encrypted with, and shows nothing else", () =>
    Effect.gen(function* () {
      const sealed = yield* sealWith([second, first])
      assert.match(sealed, /^v1\.2026b\.[\w-]{16}\.[\w-]+$/)
      assert.notInclude(sealed, text.slice(6, 20))
      assert.notStrictEqual(sealed, yield* sealWith([second, first]), "another one each time")
    })
  )

  it.effect("is the secret with a mark where there is no key", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* sealWith([]), `plain.${text}`)
    })
  )

  it.effect("opens with every key of the ring, and so does what was stored before there was one", () =>
    Effect.gen(function* () {
      for (const keys of [[], [first], [second]]) {
        assert.strictEqual(yield* openWith([second, first], yield* sealWith(keys)), text)
      }
    })
  )

  it.effect("is current when it is sealed as it would be now", () =>
    Effect.gen(function* () {
      const [plain, older, newest] = [yield* sealWith([]), yield* sealWith([first]), yield* sealWith([second, first])]
      const currentWith = (...keys: ReadonlyArray<SecretKey>) =>
        Effect.map(vaultOf(...keys), (vault) => [plain, older, newest].map((sealed) => vault.isCurrent(sealed)))
      assert.deepStrictEqual(yield* currentWith(second, first), [false, false, true])
      assert.deepStrictEqual(yield* currentWith(first), [false, true, false])
      assert.deepStrictEqual(yield* currentWith(), [true, false, false])
      assert.isFalse((yield* vaultOf()).isCurrent(SealedSecret("nonsense")))
    })
  )

  it.effect("does not open without its key, which is named", () =>
    Effect.gen(function* () {
      const sealed = yield* sealWith([first])
      for (const keys of [[], [second]]) {
        const failure = yield* failureOf(keys, sealed)
        assert.deepInclude(failure, { webhookId: keyOf(1).id, reason: "unknownKey", keyId: "2026a" })
        assert.include(failure.message, "2026a, which the service does not have")
      }
    })
  )

  it.effect("does not open with another key of the same name", () =>
    Effect.gen(function* () {
      const other = yield* makeSecretKey(first.id, new Uint8Array(32))
      const failure = yield* failureOf([other], yield* sealWith([first]))
      assert.deepInclude(failure, { reason: "altered", keyId: "2026a" })
    })
  )

  it.effect("does not open under another name of the same key", () =>
    Effect.gen(function* () {
      const other = { ...first, id: SecretKeyId.make("2026c") }
      const sealed = yield* sealWith([first])
      const renamed = SealedSecret(sealed.replace("2026a", "2026c"))
      assert.strictEqual((yield* failureOf([first, other], renamed)).reason, "altered")
    })
  )

  it.effect("opens for its own webhook only", () =>
    Effect.gen(function* () {
      const sealed = yield* sealWith([first])
      const stranger = SellerId.make(uuid(0xacc002))
      for (const other of [keyOf(2), keyOf(1, owner(undefined, true)), keyOf(1, { ...owner(), sellerId: stranger })]) {
        assert.strictEqual((yield* failureOf([first], sealed, other)).reason, "altered")
      }
    })
  )

  it.effect("does not open when any of its characters is another", () =>
    Effect.gen(function* () {
      // Of every length, so that the last character has bits that mean nothing.
      for (const plain of [text, "a", "ab", "abc", ""]) {
        const sealed = yield* sealWith([first], plain)
        for (let place = 0; place < sealed.length; place++) {
          for (const put of ["A", "B", "-", "_", ".", "=", "\n", ""]) {
            const altered = SealedSecret(sealed.slice(0, place) + put + sealed.slice(place + 1))
            if (altered === sealed) continue
            const exit = yield* Effect.exit(openWith([first], altered))
            assert.isTrue(Exit.isFailure(exit), `${put} at ${place} of ${sealed}`)
          }
        }
        for (const altered of [`${sealed}A`, `${sealed}\n`, ` ${sealed}`, `${sealed}.A`, sealed.slice(0, -2)]) {
          assert.isTrue(Exit.isFailure(yield* Effect.exit(openWith([first], SealedSecret(altered)))), altered)
        }
      }
    })
  )

  it.effect.prop("is not just any text", [Schema.String], ([given]) =>
    Effect.gen(function* () {
      const parsed = parseSealed(SealedSecret(given))
      assert.strictEqual(parsed === undefined, !given.startsWith("plain."))
      for (const any of [given, `v1.${given}`, `v1.2026a.${given}`, `v1.2026a.AAAAAAAAAAAAAAAA.${given}`]) {
        if (any.startsWith("plain.")) continue
        assert.strictEqual((yield* failureOf([first], SealedSecret(any))).reason, "altered")
      }
    })
  )
})

describe("what is said of a secret that does not open", () => {
  it.effect("has nothing of it in it, and neither has a key that is printed", () =>
    Effect.gen(function* () {
      const [, , nonce, ciphertext] = (yield* sealWith([first])).split(".")
      for (const stored of [`v1.2026a.${nonce}.${ciphertext}A`, `v1.lost.${nonce}.${ciphertext}`, text]) {
        const failure = yield* failureOf([first], SealedSecret(stored))
        const said = `${failure} ${failure.message} ${failure.explanation} ${JSON.stringify(failure)} ${failure.stack}`
        for (const hidden of [text, text.slice(6), nonce!, ciphertext!]) assert.notInclude(said, hidden)
      }
      // As text, as base64, as numbers.
      for (const hidden of ["2026a  ", "MjAyNm", "50,48,50"]) {
        assert.notInclude(`${JSON.stringify(first)} ${String(first.key)}`, hidden)
      }
      const opened = yield* Effect.flatMap(vaultOf(first), (vault) =>
        Effect.flatMap(vault.seal(secret(), keyOf(1)), (sealed) => vault.open(sealed, keyOf(1)))
      )
      assert.notInclude(`${String(opened)} ${JSON.stringify({ opened })}`, text.slice(6))
    })
  )
})
