/** What seals webhooks' secrets with the keys of the settings. */
import { SecretVault } from "@sellerkit/core"
import { Effect, Layer } from "effect"
import type { ProcessSettings } from "./settings/Settings.ts"

const noKey = Layer.effectDiscard(
  Effect.logWarning("The secrets of webhooks are stored unencrypted: SELLERKIT_SECRET_KEYS is not set")
)

/** In production the log warns when there is no key: the service works, but readers of its database have the secrets. */
export const secretVaultLayer = ({ profile, secretKeys }: ProcessSettings) =>
  Layer.merge(SecretVault.layer(secretKeys), profile === "production" && secretKeys.length === 0 ? noKey : Layer.empty)
