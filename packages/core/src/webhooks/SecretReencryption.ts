/** Seals again the secrets that are not sealed with the newest key. After a key was added, this makes older keys unnecessary. */
import { Array, Context, Effect, Layer, Option, Result, Schema, Stream } from "effect"
import type { StorageError } from "../storage/StorageError.ts"
import { type SecretUnreadable, SecretVault } from "./SecretVault.ts"
import type { WebhookId } from "./Webhook.ts"
import { type StoredSecret, WebhookStore } from "./WebhookStore.ts"

/** There is no key to seal with. */
export class NoSecretKey extends Schema.TaggedError<NoSecretKey>()("NoSecretKey", {}) {
  override get message() {
    return "The service has no key to encrypt secrets with; give it one and start it anew"
  }
}

/** What became of the next webhooks in the order of their ids. */
export interface ReencryptionStep {
  /** How many secrets were looked at. */
  readonly examined: number
  /** How many of them were not sealed with the newest key, and now are. */
  readonly reencrypted: number
  /** Those that stay as they are, because they cannot be opened. */
  readonly unreadable: ReadonlyArray<SecretUnreadable>
  /** The last webhook that was looked at: the next step begins after it. Absent when nothing comes after it. */
  readonly reached?: WebhookId
}

// our choice: how many are read and written in one commit. Then other writes have their turn.
const secretsPerStep = 100

export class SecretReencryption extends Context.Service<
  SecretReencryption,
  {
    /**
     * Looks at the webhooks that come after `after`. A step may be repeated, and broken off at any point: what is sealed with the
     * newest key is left alone, and so is a secret that is refreshed meanwhile.
     */
    step(after?: WebhookId): Effect.Effect<ReencryptionStep, NoSecretKey | StorageError>
    /** Step by step, until all webhooks were looked at. */
    readonly all: Stream.Stream<ReencryptionStep, NoSecretKey | StorageError>
  }
>()("@sellerkit/core/webhooks/SecretReencryption") {
  static readonly layer: Layer.Layer<SecretReencryption, never, SecretVault | WebhookStore> = Layer.effect(
    SecretReencryption,
    Effect.gen(function* () {
      const vault = yield* SecretVault
      const store = yield* WebhookStore

      /** Whether it was sealed again. A secret that is refreshed meanwhile is not, and need not be. */
      const reencrypt = Effect.fnUntraced(function* (stored: StoredSecret) {
        const { key, secret: sealed } = stored
        if (vault.isCurrent(sealed)) return false
        const secret = yield* vault.open(sealed, key)
        return yield* store.replaceSecret(stored, yield* vault.seal(secret, key))
      })

      const outcomeOf = (stored: StoredSecret) =>
        reencrypt(stored).pipe(
          Effect.map(Result.succeed),
          Effect.catchTag("SecretUnreadable", (error) => Effect.succeed(Result.fail(error)))
        )

      const step = Effect.fnUntraced(function* (after?: WebhookId) {
        if (vault.newestKey === undefined) return yield* new NoSecretKey()
        const found = yield* store.secrets(after, secretsPerStep)
        const outcomes = yield* Effect.forEach(found, outcomeOf, { concurrency: "unbounded" })
        const [sealedAnew, unreadable] = Array.separate(outcomes)
        const last = found.length < secretsPerStep ? undefined : found.at(-1)
        return {
          examined: found.length,
          reencrypted: sealedAnew.filter((isAnew) => isAnew).length,
          unreadable,
          ...(last && { reached: last.key.id })
        } satisfies ReencryptionStep
      })

      return SecretReencryption.of({
        step,
        all: Stream.paginate(undefined as WebhookId | undefined, (after) =>
          Effect.map(step(after), (done) => [[done], Option.fromUndefinedOr(done.reached)] as const)
        )
      })
    })
  )
}
