/** What of the operator interface the portal of a seller uses: only what is about that seller. */
import type { PortalSession } from "../Session.ts"

/** Below the path of the seller. `*` stands for an id. */
const allowed: ReadonlyArray<readonly [method: "GET" | "POST", path: string]> = [
  ["GET", "webhooks"],
  ["GET", "webhooks/*"],
  ["POST", "webhooks/*/retry"],
  ["POST", "webhooks/*/resend"],
  ["GET", "events/*"],
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
