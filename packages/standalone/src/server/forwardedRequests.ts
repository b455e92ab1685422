/** Who calls, and how the service is reached, where a trusted proxy says it. */
import { Effect, Option, Result } from "effect"
import { Headers, HttpMiddleware, HttpServerRequest } from "effect/http"
import { IpNetwork, NetAddress } from "effect/net"

type Request = HttpServerRequest.HttpServerRequest
type IsTrusted = (address: NetAddress.IpAddress) => boolean

const isFromProxy = ({ peerAddress }: Request, isTrusted: IsTrusted): boolean =>
  Option.exists(peerAddress, (text) => {
    const address = NetAddress.ipFromString(text)
    return Result.isSuccess(address) && isTrusted(NetAddress.toCanonical(address.success))
  })

/** Undefined where it has several values. */
const oneValue = (header: string | undefined): string | undefined =>
  header?.includes(",") === true ? undefined : header?.trim()

const isProtocol = (text: string | undefined): text is "http" | "https" => text === "http" || text === "https"

/** No part of a URL besides name and port. */
const isHost = (text: string | undefined): text is string =>
  text !== undefined && /^[\w.[\]:-]+$/.test(text) && URL.canParse(`http://${text}`)

/** The framework takes the protocol and the host only where they have as many values as there are addresses. */
const withOneValue = (request: Request, isTrusted: IsTrusted): Request => {
  if (!isFromProxy(request, isTrusted)) return request
  const { headers, peerAddress, remoteAddress } = request
  const protocol = oneValue(headers["x-forwarded-proto"])?.toLowerCase()
  const host = oneValue(headers["x-forwarded-host"])
  return request.modify({
    peerAddress,
    remoteAddress,
    ...(isProtocol(protocol) && { protocol }),
    ...(isHost(host) && { headers: Headers.set(headers, "host", host) })
  })
}

/**
 * Proxies append to `X-Forwarded-For`, each its own peer, while most of them replace the protocol and the host, or pass on what the
 * outermost proxy has said. So one value counts for the whole way.
 */
export const forwardedRequests = (trustedProxies: ReadonlyArray<IpNetwork.IpNetwork>) => {
  const isTrusted: IsTrusted = (address) => trustedProxies.some((network) => IpNetwork.contains(network, address))
  const ofEachStep = HttpMiddleware.xForwardedHeaders({ trustedProxies: isTrusted })
  return HttpMiddleware.make((app) =>
    ofEachStep(
      Effect.updateService(app, HttpServerRequest.HttpServerRequest, (request) => withOneValue(request, isTrusted))
    )
  )
}
