/** Tokens that were not issued. */
import { createHmac } from "node:crypto"
import type { TamperedToken } from "./RandomRequest.ts"

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url")

const signed = (header: unknown, claims: unknown, key: string): string => {
  const text = `${encoded(header)}.${encoded(claims)}`
  return `${text}.${createHmac("sha256", key).update(text).digest("base64url")}`
}

/** The value of `Authorization`, made from a token that is good; undefined for none. */
export const tamperedToken = (how: TamperedToken, token: string): string | undefined => {
  const [header, payload, signature] = token.split(".") as [string, string, string]
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as object
  const hs256 = { alg: "HS256", typ: "JWT" }
  const altered = (change: object): string => `${header}.${encoded({ ...claims, ...change })}.${signature}`
  switch (how) {
    case "none":
      return undefined
    case "empty":
      return ""
    case "text":
      return "Basic dXNlcjpwYXNzd29yZA=="
    case "truncated":
      return token.slice(0, -4)
    case "unsigned":
      return `${encoded({ alg: "none" })}.${payload}.`
    case "signedByAnotherKey":
      return signed(hs256, claims, "another secret of at least thirty-two characters")
    case "signedByNoKey":
      return signed(hs256, claims, "")
    case "ofAnotherSeller":
      return altered({ sid: crypto.randomUUID() })
    case "ofAService":
      return altered({ acc: 4, for: "asid:reports" })
    case "thatNeverExpires":
      return altered({ exp: 9_999_999_999 })
    case "twice":
      return `${token}, ${token}`
  }
}
