/**
 * A webhook's secret as it is stored: encrypted, or as it is where no key was configured when it was written. Storages, and all
 * other code that passes it on, treat it like any text.
 */
import { Brand, Redacted, Result } from "effect"
import { Base64Url } from "effect/encoding"
import { redactedSecret, type Secret } from "./Secret.ts"
import type { SecretKeyId } from "./SecretKey.ts"

export type SealedSecret = string & Brand.Brand<"SealedSecret">
export const SealedSecret = Brand.nominal<SealedSecret>()

/** What a sealed secret holds. */
export type SealedContent =
  | { readonly _tag: "Plain"; readonly secret: Secret }
  | {
      readonly _tag: "Encrypted"
      readonly keyId: SecretKeyId
      readonly nonce: Uint8Array
      /** With the tag by which alterations show. */
      readonly ciphertext: Uint8Array
    }

const plainPrefix = "plain."

/** `v1.<key id>.<nonce>.<ciphertext>`, the last two in base64url. The number is the version of this form. */
const encrypted = /^v1\.([A-Za-z0-9_-]{1,32})\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/

export const formatSealed = (content: SealedContent): SealedSecret =>
  SealedSecret(
    content._tag === "Plain"
      ? `${plainPrefix}${Redacted.value(content.secret)}`
      : `v1.${content.keyId}.${Base64Url.encode(content.nonce)}.${Base64Url.encode(content.ciphertext)}`
  )

const bytesOf = (text: string): Uint8Array | undefined => {
  const bytes = Result.getOrUndefined(Base64Url.decode(text))
  // The last character may have bits that mean nothing: only one spelling counts, so that every alteration shows.
  return bytes !== undefined && Base64Url.encode(bytes) === text ? bytes : undefined
}

/** Undefined for a text that was not sealed, or was altered so that it no longer looks sealed. */
export const parseSealed = (sealed: SealedSecret): SealedContent | undefined => {
  if (sealed.startsWith(plainPrefix)) return { _tag: "Plain", secret: redactedSecret(sealed.slice(plainPrefix.length)) }
  const [, keyId, nonceText = "", ciphertextText = ""] = encrypted.exec(sealed) ?? []
  const nonce = bytesOf(nonceText)
  const ciphertext = bytesOf(ciphertextText)
  if (keyId === undefined || nonce === undefined || ciphertext === undefined) return undefined
  return { _tag: "Encrypted", keyId: keyId as SecretKeyId, nonce, ciphertext }
}
