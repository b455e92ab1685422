/**
 * Opens connections, and only to addresses that may be called. A host is judged by its text before its name is looked up, and
 * then by the address that is connected to, so that nothing can change between the check and its use.
 */
import {
  type AddressPolicy,
  answerWithin,
  failureOf,
  refusedAddress,
  refusedHost,
  TransportFailure
} from "@sellerkit/core"
import { Cause, Duration, Effect, Exit, Result } from "effect"
import { NetAddress } from "effect/net"
import type { LookupAddress } from "node:dns"
import { type LookupFunction, Socket } from "node:net"
import { buildConnector } from "undici"
import { containDefects } from "./ContainedSocket.ts"
import type { ResolveHost } from "./HostResolver.ts"
import { readInPieces } from "./SmallPieces.ts"

export interface ConnectorOptions {
  readonly policy: AddressPolicy
  readonly resolveHost: ResolveHost
  /** Certificates to trust besides the well-known ones, in PEM. */
  readonly trustedCertificates?: ReadonlyArray<string>
}

// A little longer than a request may take: the request's own deadline is what ends an attempt, and a connection that is
// not open by then is of no use.
const connectTimeout = Duration.toMillis(Duration.sum(answerWithin, Duration.seconds(1)))

// our choice: how long an address is tried before the next one of the same name, in milliseconds. Without a saying of ours it is given
// up for good after a quarter or half a second, which is too little for a distant receiver, and for a packet that was lost: it is sent
// again after a second.
const attemptTimeout = 2500

/** What kind of address it is, when it may not be called. */
const refusal = (address: string, policy: AddressPolicy): string | undefined =>
  Result.match(NetAddress.ipFromString(address), {
    onFailure: () => "not an address",
    onSuccess: (ip) => refusedAddress(ip, policy)
  })

const refused = (kind: string) => new TransportFailure({ kind: "addressRefused", detail: kind })

type Addresses = readonly [LookupAddress, ...ReadonlyArray<LookupAddress>]

/** The addresses that may be called; when there are none, why. */
const permitted = (
  addresses: ReadonlyArray<LookupAddress>,
  policy: AddressPolicy
): Result.Result<Addresses, TransportFailure> => {
  const [first] = addresses
  if (first === undefined) return Result.fail(new TransportFailure({ kind: "nameNotFound" }))
  const [allowed, ...others] = addresses.filter(({ address }) => refusal(address, policy) === undefined)
  return allowed === undefined
    ? Result.fail(refused(refusal(first.address, policy) ?? "not public"))
    : Result.succeed([allowed, ...others])
}

const findAddresses = (hostname: string, { policy, resolveHost }: ConnectorOptions) =>
  Effect.flatMap(
    Effect.suspend(() => resolveHost(hostname)),
    (addresses) => Effect.fromResult(permitted(addresses, policy))
  )

/** Whatever goes wrong on the way fails the connection: Node.js calls this outside of every fiber. */
const guardedLookup =
  (options: ConnectorOptions): LookupFunction =>
  (hostname, { all }, callback) => {
    const found = (exit: Exit.Exit<Addresses, TransportFailure>): void => {
      if (Exit.isFailure(exit)) return callback(failureOf(Cause.squash(exit.cause)), "")
      const [first, ...others] = exit.value
      if (all === true) callback(null, [first, ...others])
      else callback(null, first.address, first.family)
    }
    Effect.runCallback(findAddresses(hostname, options), { onExit: found })
  }

export const makeGuardedConnector = (options: ConnectorOptions): buildConnector.connector => {
  const { policy, trustedCertificates } = options
  const connect = buildConnector({
    allowH2: false,
    timeout: connectTimeout,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: attemptTimeout,
    lookup: guardedLookup(options),
    ...(trustedCertificates === undefined ? undefined : { ca: [...trustedCertificates] })
  })
  return (target, callback) => {
    // Literal addresses are never looked up: this is the only look at them.
    const kind = refusedHost(target.hostname, policy)
    if (kind !== undefined) return callback(refused(kind), null)
    // undici gives the socket, although its types do not say so; a test sees that it does.
    const socket: unknown = connect(target, (...result) => {
      if (result[0] === null) readInPieces(result[1])
      callback(...result)
    })
    if (socket instanceof Socket) containDefects(socket)
  }
}
