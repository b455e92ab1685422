/** What Express knows of the caller's connection. A proxy's word counts where the app trusts the proxy (`trust proxy`). */
import type { Incoming } from "@sellerkit/core/http"
import type { ExpressRequest } from "./ExpressRequest.ts"

const protocolOf = ({ protocol }: ExpressRequest): "http" | "https" | undefined => {
  const known = protocol?.toLowerCase()
  return known === "http" || known === "https" ? known : undefined
}

const withoutPort = (host: string): string => host.replace(/:\d*$/, "")

/** Only Express 4 has `param`. Its name of the host is without the port, which is that of the header that the name is from. */
const hostOf = (request: ExpressRequest): string | undefined => {
  if (!("param" in request)) return request.host
  const { headers, hostname } = request
  const forwarded = String(headers["x-forwarded-host"] ?? "")
    .split(",")[0]!
    .trimEnd()
  return [headers.host, forwarded].find((host) => host !== undefined && withoutPort(host) === hostname) ?? hostname
}

export const callerConnection = (request: ExpressRequest): Pick<Incoming, "host" | "ip" | "protocol"> => ({
  ip: request.ip,
  protocol: protocolOf(request),
  host: hostOf(request)
})
