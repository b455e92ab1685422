/** Error codes of Node.js and undici as transport failures. */
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
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "protocol"
}

/** Certificate problems worth telling apart; every other TLS error is just that. */
const tlsDetails: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "the certificate has expired",
  CERT_NOT_YET_VALID: "the certificate is not valid yet",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "a certificate in the chain is self-signed",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the certificate's issuer is unknown",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "the certificate's issuer is unknown",
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate is for another host"
}

const codeOf = (cause: unknown): string | undefined =>
  typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string"
    ? cause.code
    : undefined

const fromCode = (code: string): TransportFailure | undefined => {
  const detail = tlsDetails[code]
  if (detail !== undefined) return new TransportFailure({ kind: "tls", detail })
  const kind = kinds[code]
  if (kind !== undefined) return new TransportFailure({ kind })
  if (code.startsWith("HPE_")) return new TransportFailure({ kind: "protocol" })
  if (/^(ERR_(SSL|TLS)|EPROTO|CERT_|UNABLE_TO_)/.test(code)) return new TransportFailure({ kind: "tls" })
  return undefined
}

/** Looks through an error and what caused it, several attempts to connect included, for a code that says something. */
export const failureOf = (cause: unknown): TransportFailure => {
  const seen = new Set<unknown>()
  const queue: Array<unknown> = [cause]
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (seen.has(next)) continue
    seen.add(next)
    if (next instanceof TransportFailure) return next
    const failure = fromCode(codeOf(next) ?? "")
    if (failure !== undefined) return failure
    if (next instanceof AggregateError) queue.push(...next.errors)
    if (typeof next === "object" && next !== null && "cause" in next) queue.push(next.cause)
  }
  return new TransportFailure({ kind: "other" })
}
