/** Whether a notification comes from the service: its secret, its signature, and the age of the signature. */
import { sign } from "@sellerkit/core/delivery"
import { Clock, Effect, Option, Redacted } from "effect"
import { isSameText } from "@sellerkit/core"

// As Standard Webhooks recommends.
const oldestSignature = 5 * 60

/** Both undefined where there is no secret to check with. */
export const verify = Effect.fnUntraced(function* (
  secret: Option.Option<Redacted.Redacted>,
  headers: Readonly<Record<string, string | undefined>>,
  body: string
) {
  if (Option.isNone(secret)) return { secretValid: undefined, signatureValid: undefined }
  const id = headers["webhook-id"] ?? ""
  const timestamp = headers["webhook-timestamp"] ?? ""
  const expected = yield* sign(secret.value, { id, timestamp, body })
  const age = Math.abs((yield* Clock.currentTimeMillis) / 1000 - Number(timestamp))
  return {
    secretValid: isSameText(headers["authorization"] ?? "", Redacted.value(secret.value)),
    signatureValid: isSameText(headers["webhook-signature"] ?? "", expected) && age <= oldestSignature
  }
})
