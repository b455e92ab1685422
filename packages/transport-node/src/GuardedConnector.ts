/**
 * Opens connections, and only to addresses that may be called. A host is judged by what it says itself, before anybody is
 * asked where a name leads, and then by the address that is connected to, so that nothing can change between the check
 * and its use.
 */
import { type AddressPolicy, answerWithin, refusedAddress, refusedHost, TransportFailure } from "@sellerkit/core"
import { Duration, Result } from "effect"
import { NetAddress } from "effect/net"
import type { LookupAddress } from "node:dns"
import type { LookupFunction } from "node:net"
import { buildConnector } from "undici"
import type { ResolveHost } from "./HostResolver.ts"
import { readInPieces } from "./SmallPieces.ts"

export interface ConnectorOptions {
  readonly policy: AddressPolicy
  readonly resolveHost: ResolveHost
  /** Certificates to trust besides the well-known ones, in PEM. */
  readonly trustedCertificates?: ReadonlyArray<string>
}

// A little longer than a request may take: the request's own deadline is what ends an attempt, and a connection that is
// not there by then is of use to nobody.
const connectTimeout = Duration.toMillis(Duration.sum(answerWithin, Duration.seconds(1)))

/** What kind of address it is, when it may not be called. */
const refusal = (address: string, policy: AddressPolicy): string | undefined =>
  Result.match(NetAddress.ipFromString(address), {
    onFailure: () => "not an address",
    onSuccess: (ip) => refusedAddress(ip, policy)
  })

const nameNotFound = new TransportFailure({ kind: "nameNotFound" })
const refused = (kind: string) => new TransportFailure({ kind: "addressRefused", detail: kind })

/** The addresses that may be called; when there are none, why. */
const permitted = (addresses: ReadonlyArray<LookupAddress>, policy: AddressPolicy) => {
  const allowed = addresses.filter(({ address }) => refusal(address, policy) === undefined)
  const [first] = addresses
  return allowed.length > 0 || first === undefined
    ? Result.succeed(allowed)
    : Result.fail(refused(refusal(first.address, policy) ?? "not public"))
}

const guardedLookup =
  ({ policy, resolveHost }: ConnectorOptions): LookupFunction =>
  (hostname, options, callback) =>
    resolveHost(hostname, (error, addresses) => {
      // Whatever kept the name from being resolved: a name server's refusal is not a receiver's.
      if (error !== null) return callback(nameNotFound, "")
      const allowed = permitted(addresses, policy)
      if (Result.isFailure(allowed)) return callback(allowed.failure, "")
      const [first] = allowed.success
      if (first === undefined) return callback(nameNotFound, "")
      if (options.all === true) callback(null, [...allowed.success])
      else callback(null, first.address, first.family)
    })

export const makeGuardedConnector = (options: ConnectorOptions): buildConnector.connector => {
  const { policy, trustedCertificates } = options
  const connect = buildConnector({
    allowH2: false,
    timeout: connectTimeout,
    autoSelectFamily: true,
    lookup: guardedLookup(options),
    ...(trustedCertificates === undefined ? undefined : { ca: [...trustedCertificates] })
  })
  return (target, callback) => {
    // Literal addresses are never looked up: this is the only look at them.
    const kind = refusedHost(target.hostname, policy)
    if (kind !== undefined) return callback(refused(kind), null)
    connect(target, (...result) => {
      if (result[0] === null) readInPieces(result[1])
      callback(...result)
    })
  }
}
