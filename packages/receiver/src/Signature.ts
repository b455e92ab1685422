/** Signatures in the form of Standard Webhooks: they prove that a body is as it was sent, and when. */
import { joined } from "./http/IncomingRequest.ts"
import { Refusal } from "./Refusal.ts"
import type { KnownSecret } from "./Secrets.ts"

const names = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const

/** The headers of a signed notification; `undefined` where there is none of them. */
export interface SignatureHeaders {
  readonly id: string
  readonly timestamp: string
  readonly signature: string
}

export const signatureHeaders = (header: (name: string) => string | null | undefined): SignatureHeaders | undefined => {
  const values = names.map((name) => header(name) ?? undefined)
  const [id, timestamp, signature] = values
  if (values.every((value) => value === undefined)) return undefined
  if (id === undefined || timestamp === undefined || signature === undefined) {
    const missing = names.filter((_, index) => values[index] === undefined)
    throw new Refusal(401, `A signature has the headers ${names.join(", ")}; there is no ${missing.join(", ")}`)
  }
  return { id, timestamp, signature }
}

/** Refuses what was signed too long ago, or in the future: an attacker may send a recorded request again. */
export const checkTimestamp = ({ timestamp }: SignatureHeaders, now: number, tolerance: number): void => {
  if (!/^\d{1,12}$/.test(timestamp)) throw new Refusal(401, "webhook-timestamp is no number of seconds since 1970")
  const away = Math.abs(now - Number(timestamp) * 1000)
  if (away <= tolerance) return
  throw new Refusal(
    401,
    `webhook-timestamp is ${Math.round(away / 1000)} s away from this receiver's clock, and ${tolerance / 1000} s are ` +
      "allowed: the notification is old, or one of the clocks is wrong"
  )
}

const version = "v1,"

/** The bytes of each signature of the version that this package knows. */
const tagsOf = (signature: string): ReadonlyArray<Uint8Array<ArrayBuffer>> =>
  signature
    .split(" ")
    .filter((part) => part.startsWith(version) && /^[A-Za-z0-9+/]{43}=$/.test(part.slice(version.length)))
    .map((part) => Uint8Array.from(atob(part.slice(version.length)), (character) => character.codePointAt(0)!))

/** Refuses a body that was not signed with the secret. WebCrypto compares in constant time. */
export const checkSignature = async (
  { id, signature, timestamp }: SignatureHeaders,
  body: Uint8Array,
  { key }: KnownSecret
): Promise<void> => {
  const signed = joined([new TextEncoder().encode(`${id}.${timestamp}.`), body]) as Uint8Array<ArrayBuffer>
  for (const tag of tagsOf(signature)) if (await crypto.subtle.verify("HMAC", key, tag, signed)) return
  throw new Refusal(401, "webhook-signature is not the signature of this body with the secret in Authorization")
}
