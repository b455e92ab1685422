/** Error codes of Node.js and undici, and what Cloudflare's platform says in their place, as transport failures. */
import { Predicate } from "effect"
import { isLostConnection } from "./lostConnection.ts"
import { TransportFailure } from "./Transport.ts"

type Kind = TransportFailure["kind"]

const kinds: Readonly<Record<string, Kind>> = {
  ECONNREFUSED: "refused",
  ECONNRESET: "reset",
  EPIPE: "reset",
  UND_ERR_SOCKET: "reset",
  ENOTFOUND: "nameNotFound",
  EAI_AGAIN: "nameNotFound",
  EAI_FAIL: "nameNotFound",
  ENODATA: "nameNotFound",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  EADDRNOTAVAIL: "unreachable",
  ETIMEDOUT: "timeout",
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_HEADERS_OVERFLOW: "protocol",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "protocol",
  // What undici asserts about an answer, such as a status of at least 100.
  ERR_ASSERTION: "protocol"
}

/** Certificate problems worth telling apart; every other TLS error is just that. */
const tlsDetails: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "the certificate has expired",
  CERT_NOT_YET_VALID: "the certificate is not valid yet",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "a certificate in the chain is self-signed",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the certificate's issuer is unknown",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "the certificate's issuer is unknown",
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate is for another host",
  HOSTNAME_MISMATCH: "the certificate is for another host"
}

/** Certificate checks of OpenSSL, as Node.js names them, and errors of TLS in Node.js itself. */
const tlsCode = /^(ERR_(SSL|TLS)|EPROTO|(CERT|CRL|UNABLE_TO|INVALID|ERROR_IN|PATH_LENGTH)_)/

// Codes are foreign text: `constructor` must not find what every object has.
const find = <A>(table: Readonly<Record<string, A>>, code: string): A | undefined =>
  Object.hasOwn(table, code) ? table[code] : undefined

const codeOf = (cause: unknown): string =>
  Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) ? cause.code : ""

const hasText = <K extends string>(cause: unknown, key: K, text: RegExp): boolean =>
  Predicate.hasProperty(cause, key) && Predicate.isString(cause[key]) && text.test(cause[key])

// An error of undici's parser has a code only for some problems. It always has its name.
const isParserError = (cause: unknown): boolean => hasText(cause, "name", /^HTTPParserError$/)

// Such as an unexpected 100 Continue: it was undici that closed the connection, not the receiver.
const isUnwantedAnswer = (cause: unknown): boolean =>
  codeOf(cause) === "UND_ERR_SOCKET" && hasText(cause, "message", /^bad (response|upgrade)$/)

const fromCode = (code: string): TransportFailure | undefined => {
  const detail = find(tlsDetails, code)
  if (detail !== undefined) return new TransportFailure({ kind: "tls", detail })
  const kind = find(kinds, code)
  if (kind !== undefined) return new TransportFailure({ kind })
  if (code.startsWith("HPE_")) return new TransportFailure({ kind: "protocol" })
  if (tlsCode.test(code)) return new TransportFailure({ kind: "tls" })
  return undefined
}

/** Looks through an error and what caused it, several attempts to connect included, for a code that says something. */
export const failureOf = (cause: unknown): TransportFailure => {
  const causes = new Set<unknown>([cause])
  // A set that grows while it is walked gives each member once.
  for (const next of causes) {
    if (next instanceof TransportFailure) return next
    if (isParserError(next) || isUnwantedAnswer(next)) return new TransportFailure({ kind: "protocol" })
    if (isLostConnection(next)) return new TransportFailure({ kind: "lost" })
    const failure = fromCode(codeOf(next))
    if (failure !== undefined) return failure
    if (next instanceof AggregateError) next.errors.forEach((error) => causes.add(error))
    if (Predicate.hasProperty(next, "cause")) causes.add(next.cause)
  }
  return new TransportFailure({ kind: "other" })
}
