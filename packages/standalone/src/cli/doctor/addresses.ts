/** Which addresses of a receiver may be called. */
import { type AddressPolicy, refusedAddress } from "@sellerkit/core"
import { Result } from "effect"
import { NetAddress } from "effect/net"
import { type Check, ok, problem, warning } from "./Check.ts"

export const useAnother =
  "Use an address that the internet reaches. Private networks can be allowed with SELLERKIT_ALLOWED_NETWORKS, link-local ones and metadata services never"

const kindOf = (address: string, policy: AddressPolicy): string | undefined =>
  Result.match(NetAddress.ipFromString(address), {
    onFailure: () => "not an address",
    onSuccess: (ip) => refusedAddress(ip, policy)
  })

/** The addresses that may be called are those that the service would choose from. */
export const judgeAddresses = (
  host: string,
  addresses: ReadonlyArray<string>,
  policy: AddressPolicy
): { readonly check: Check; readonly allowed: ReadonlyArray<string> } => {
  const allowed = addresses.filter((address) => kindOf(address, policy) === undefined)
  const refused = addresses
    .filter((address) => !allowed.includes(address))
    .map((address) => `${address} (${kindOf(address, policy)})`)
  if (addresses.length === 0) {
    return { allowed, check: problem("dns", `${host} has no address`, "Check the name, and the name servers") }
  }
  if (allowed.length === 0) {
    return { allowed, check: problem("dns", `${host} may not be called: it is at ${refused.join(", ")}`, useAnother) }
  }
  const found = `${host} is at ${allowed.join(", ")}`
  if (refused.length === 0) return { allowed, check: ok("dns", found) }
  return {
    allowed,
    check: warning("dns", `${found}. Never called: ${refused.join(", ")}`, "Take those out of the DNS")
  }
}
