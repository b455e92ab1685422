/** What the portal of a seller uses of the operator interface, and what a session that may only read uses of the seller API. */
import type { PortalSession } from "../session/Session.ts"

/** Below the path of the seller. `*` stands for an id. */
const allowed: ReadonlyArray<readonly [method: "GET" | "POST", path: string]> = [
  ["GET", "webhooks"],
  ["GET", "webhooks/*"],
  ["GET", "webhooks/*/hours"],
  ["POST", "webhooks/*/retry"],
  ["POST", "webhooks/*/resend"],
  ["GET", "events"],
  ["GET", "events/*"],
  ["GET", "retry-schedule"],
  ["GET", "deliveries"],
  ["POST", "deliveries/*/resend"],
  ["GET", "resends/*"],
  ["POST", "resends/*/cancel"]
]

const patterns = allowed.map(([method, path]) => ({
  method,
  pattern: new RegExp(`^${path.replaceAll("*", "[\\w-]+")}$`)
}))

/** `path` is that of the operator interface, such as `/operator/v1/sellers/…/webhooks`. */
export const isAllowedInPortal = ({ sellerId }: PortalSession, method: string, path: string): boolean => {
  const prefix = `/operator/v1/sellers/${sellerId}/`
  if (!path.startsWith(prefix)) return false
  const below = path.slice(prefix.length)
  return patterns.some((one) => one.method === method && one.pattern.test(below))
}

/** Operations of the seller API that only read, although they have a body. */
const readByPost: ReadonlySet<string> = new Set([
  "/adv/v1/promotion/adverts",
  "/adv/v1/stats",
  "/adv/v2/fullstats",
  "/api/analytics/v1/stocks-report/marketplace-warehouses",
  "/api/analytics/v1/stocks-report/wb-warehouses",
  "/api/finance/v1/sales-reports/detailed"
])

/**
 * Whether a session that may only read may ask that. Some operations on campaigns change something although they are GET: these are
 * refused as for a read-only token (`HostCaller.readOnly`).
 */
export const mayRead = (method: string, path: string): boolean =>
  method === "GET" || method === "HEAD" || (method === "POST" && readByPost.has(path))
