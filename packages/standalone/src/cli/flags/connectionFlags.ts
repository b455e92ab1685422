/** Flags of commands that talk to a running service, and what counts without them. */
import { Config, Redacted } from "effect"
import { Flag } from "effect/cli"
import { idFlag } from "./idFlag.ts"
import { serviceUrl } from "./urlFlag.ts"
import { withDefault } from "./withDefault.ts"

/** Keeps a secret from where other users of the machine would see it. An empty variable counts as none. */
export const redactedVariable = (name: string): Config.Config<Redacted.Redacted> =>
  Config.map(Config.NonEmptyString(name), (text) => Redacted.make(text))

export const operatorKey = Flag.Redacted("operator-key").pipe(
  Flag.withDescription(
    "The operator key; or SELLERKIT_OPERATOR_KEY (default: that of the development profile in this folder)"
  ),
  Flag.withFallbackConfig(redactedVariable("SELLERKIT_OPERATOR_KEY")),
  Flag.optional
)

export const defaultUrl = "http://127.0.0.1:8080"

/** Flags of every command that talks to a running service. */
export const connection = {
  url: Flag.String("url").pipe(
    Flag.withFallbackConfig(Config.NonEmptyString("SELLERKIT_URL")),
    serviceUrl,
    withDefault("Where the service runs; or SELLERKIT_URL", defaultUrl)
  ),
  operatorKey
}

/** The seller whose account it is about. */
export const seller = idFlag("seller", ({ SellerId }) => SellerId).pipe(
  Flag.withDescription("The seller's id (default: that of the development profile in this folder)"),
  Flag.optional
)

/** Flags of every command that looks at an account. */
export const account = {
  seller,
  sandbox: Flag.Boolean("sandbox").pipe(Flag.withDescription("The seller's sandbox"), Flag.withDefault(false))
}

/** Flags of every command that acts for a seller, by the seller API. */
export const sellerConnection = {
  ...connection,
  token: Flag.Redacted("token").pipe(
    Flag.withDescription(
      "An API token, which says whose account it is; or SELLERKIT_TOKEN (default: one is made with the operator key)"
    ),
    Flag.withFallbackConfig(redactedVariable("SELLERKIT_TOKEN")),
    Flag.optional
  ),
  ...account
}
