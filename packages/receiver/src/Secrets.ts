/**
 * The secrets that notifications may carry. There are several while one is being refreshed: notifications under way carry the old
 * one, later ones the new one.
 */
import { Refusal } from "./Refusal.ts"

type SomeSecrets = string | ReadonlyArray<string>

/** A function is called for each notification, so that a refreshed secret needs no restart. */
export type Secrets = SomeSecrets | (() => SomeSecrets | Promise<SomeSecrets>)

/** A secret in the forms that comparing and verifying need. */
export interface KnownSecret {
  readonly digest: Uint8Array
  /** For signatures: HMAC with SHA-256. */
  readonly key: CryptoKey
}

const prefix = "whsec_"
const utf8 = new TextEncoder()

// As the service reads it: padded, and nothing else between its characters than line ends.
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** The key is the part of the secret after its prefix, in base64. A secret of another form signs with its own bytes. */
const keyBytes = (secret: string): Uint8Array<ArrayBuffer> => {
  const rest = secret.slice(prefix.length).replaceAll(/[\r\n]/g, "")
  if (!secret.startsWith(prefix) || !base64.test(rest)) return utf8.encode(secret)
  return Uint8Array.from(atob(rest), (character) => character.codePointAt(0)!)
}

const digestOf = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", utf8.encode(text)))

const know = async (secret: string): Promise<KnownSecret> => ({
  digest: await digestOf(secret),
  key: await crypto.subtle.importKey("raw", keyBytes(secret), { name: "HMAC", hash: "SHA-256" }, false, ["verify"])
})

/** Takes the same time however much is equal. */
const isSame = (left: Uint8Array, right: Uint8Array): boolean => {
  let difference = 0
  for (const [index, byte] of left.entries()) difference |= byte ^ right[index]!
  return difference === 0
}

const isSecret = (secret: unknown): boolean => typeof secret === "string" && secret !== "" && secret !== prefix

/** A host without types may give nothing, such as a variable of the environment that is not set. */
const listed = (secrets: SomeSecrets | undefined): ReadonlyArray<string> => {
  const list = [secrets ?? []].flat()
  if (list.length === 0) throw new Error("The receiver has no secret: give it the one that Create webhook showed")
  if (!list.every(isSecret)) {
    throw new Error(
      "One of the receiver's secrets is missing or empty: give it the one that Create webhook showed, as it is"
    )
  }
  return list
}

/**
 * Finds the secret that an `Authorization` header carries. Digests are compared, so that neither the length of a secret nor
 * how much of a guess is right can be measured.
 */
export const makeAuthenticate = (secrets: Secrets) => {
  let known = new Map<string, Promise<KnownSecret>>()
  const knownSecrets = (list: ReadonlyArray<string>) => {
    known = new Map(list.map((secret) => [secret, known.get(secret) ?? know(secret)]))
    return Promise.all(known.values())
  }
  if (typeof secrets !== "function") listed(secrets)

  return async (authorization: string | null | undefined): Promise<KnownSecret> => {
    if (authorization === null || authorization === undefined) {
      throw new Refusal(401, "There is no Authorization header: notifications carry the webhook's secret in it")
    }
    const candidates = await knownSecrets(listed(typeof secrets === "function" ? await secrets() : secrets))
    const digest = await digestOf(authorization)
    const found = candidates.find((candidate) => isSame(candidate.digest, digest))
    if (found === undefined) {
      throw new Refusal(401, "The Authorization header carries none of this receiver's secrets")
    }
    return found
  }
}
