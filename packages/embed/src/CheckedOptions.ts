/** What a host has decided, checked before anything is opened. */
import {
  type EventScope,
  type JwtKey,
  KeySetUnavailable,
  makeSecretKey,
  type OperationsWebhook,
  type SecretKey,
  SecretKeyId,
  secretKeyLength,
  WebhookUrl
} from "@sellerkit/core"
import { Effect, Option, Redacted, Result, Schema } from "effect"
import { IpNetwork } from "effect/net"
import { OptionsInvalid } from "./OptionsInvalid.ts"
import type { OperationsReceiverOption, SecretKeyOption, SellerkitOptions, TokenKey } from "./SellerkitOptions.ts"

/** Those of any catalog. */
export type Options = SellerkitOptions<ReadonlyArray<EventScope>>

// As the service that stands alone asks for.
const shortestSecret = 32

const longSecret = (option: string, secret: string): Effect.Effect<Redacted.Redacted, OptionsInvalid> =>
  secret.length < shortestSecret
    ? Effect.fail(new OptionsInvalid({ option, problem: `has less than ${shortestSecret} characters` }))
    : Effect.succeed(Redacted.make(secret))

const jwtKey = (key: TokenKey): Effect.Effect<JwtKey, OptionsInvalid> => {
  if ("secret" in key) {
    return Effect.map(longSecret("tokens.secret", key.secret), (secret) => ({ kind: "secret", secret }))
  }
  if ("publicKey" in key) return Effect.succeed({ kind: "publicKey", pem: key.publicKey, algorithm: key.algorithm })
  const { keySet } = key
  return Effect.succeed({
    kind: "keySet",
    load: Effect.tryPromise({ try: () => keySet(), catch: (cause) => new KeySetUnavailable({ cause }) })
  })
}

/** What is wrong names nothing of the key. */
const secretKey = ({ id, key }: SecretKeyOption, index: number): Effect.Effect<SecretKey, OptionsInvalid> => {
  const option = `secretKeys[${index}]`
  const known = Schema.decodeUnknownOption(SecretKeyId)(id)
  if (Option.isNone(known)) {
    const problem = "has an id that is not 1 to 32 letters, digits, dashes or underscores"
    return Effect.fail(new OptionsInvalid({ option, problem }))
  }
  return Effect.mapError(
    makeSecretKey(known.value, key),
    () => new OptionsInvalid({ option, problem: `has a key of ${key.length} bytes instead of ${secretKeyLength}` })
  )
}

const network = (text: string, index: number): Effect.Effect<IpNetwork.IpNetwork, OptionsInvalid> => {
  const found = IpNetwork.fromString(text)
  return Result.isSuccess(found)
    ? Effect.succeed(found.success)
    : Effect.fail(
        new OptionsInvalid({ option: `allowedNetworks[${index}]`, problem: `is ${text}; expected one like 10.0.0.0/8` })
      )
}

/** The URL may carry what is nobody else's business: it is not repeated. */
const operationsReceiver = Effect.fnUntraced(function* ({ secret, url }: OperationsReceiverOption) {
  if (!Schema.is(WebhookUrl)(url)) {
    const problem = "is no URL of a receiver; expected one like https://host.example/webhooks"
    return yield* new OptionsInvalid({ option: "operations.url", problem })
  }
  return { url, secret: yield* longSecret("operations.secret", secret) }
})

export interface CheckedOptions {
  readonly allowed: ReadonlyArray<IpNetwork.IpNetwork>
  readonly keys: ReadonlyArray<SecretKey>
  readonly operations: OperationsWebhook.OperationsReceiver | undefined
  readonly tokenKey: JwtKey | undefined
}

type Given = Pick<Options, "allowedNetworks" | "operations" | "secretKeys" | "tokens">

export const checkOptions = ({
  allowedNetworks = [],
  operations,
  secretKeys = [],
  tokens
}: Given): Effect.Effect<CheckedOptions, OptionsInvalid> =>
  Effect.all({
    allowed: Effect.forEach(allowedNetworks, network),
    keys: Effect.forEach(secretKeys, secretKey),
    operations: operations === undefined ? Effect.undefined : operationsReceiver(operations),
    tokenKey: tokens === undefined ? Effect.undefined : jwtKey(tokens)
  })
