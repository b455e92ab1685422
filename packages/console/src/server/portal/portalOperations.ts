/** What portals use of the operator interface and of the seller API, and what a session that may only read uses of the latter. */
import type { PortalSession } from "../session/Session.ts"

/** Operations by their whole paths. `*` stands for an id. */
type Operations = ReadonlyArray<readonly [method: "DELETE" | "GET" | "PATCH" | "POST" | "PUT", path: string]>

/** Whether an operation is one of them. A path that is spelled in any other way is none, whatever a router would take it for. */
const among = (operations: Operations): ((method: string, path: string) => boolean) => {
  const patterns = operations.map(([method, path]) => ({
    method,
    pattern: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll("*", "[\\w-]+")}$`)
  }))
  return (method, path) => patterns.some((one) => one.method === method && one.pattern.test(path))
}

/** Below the path of the seller. */
const isOfOperator = among([
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
])

/** About the caller's own webhooks, and what everybody may read. Reports have paths below `/api/v1` as well. */
const isOfService = among([
  ["GET", "/api/v1/event-scopes"],
  ["GET", "/api/v1/webhooks"],
  ["POST", "/api/v1/webhooks"],
  ["POST", "/api/v1/webhooks/check"],
  ["GET", "/api/v1/webhooks/*"],
  ["PUT", "/api/v1/webhooks/*"],
  ["PATCH", "/api/v1/webhooks/*"],
  ["DELETE", "/api/v1/webhooks/*"],
  ["POST", "/api/v1/webhooks/*/secret/refresh"],
  ["POST", "/api/v1/webhooks/*/test/send"],
  ["GET", "/api/v1/events"],
  ["GET", "/api/v1/events/*"],
  ["GET", "/api/v1/events/*/deliveries"],
  ["GET", "/api/v1/deliveries"],
  ["GET", "/api/v1/deliveries/*"],
  ["GET", "/api/v1/history"],
  ["GET", "/api/v1/history/*"],
  ["GET", "/openapi.json"]
])

/** `path` is that of the operator interface, such as `/operator/v1/sellers/…/webhooks`. */
export const reachesOperator = ({ sellerId }: PortalSession, method: string, path: string): boolean => {
  const prefix = `/operator/v1/sellers/${sellerId}/`
  return path.startsWith(prefix) && isOfOperator(method, path.slice(prefix.length))
}

/** `path` is that of the seller API. A service has its webhooks there, and nothing else of the seller. */
export const reachesSellerApi = ({ serviceId }: PortalSession, method: string, path: string): boolean =>
  serviceId === undefined || isOfService(method, path)

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
