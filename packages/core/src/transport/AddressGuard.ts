/**
 * Which addresses may be called. Receivers' URLs come from outside, so that without a guard anyone could make the
 * service call machines of its own network. Used by every transport, for deliveries and URL checks alike.
 */
import { Context, Option } from "effect"
import { IpNetwork, NetAddress } from "effect/net"

interface RefusedNetwork {
  readonly network: IpNetwork.IpNetwork
  readonly kind: string
  /** Whether an allow list may open it. Metadata services and link-local addresses can never be called. */
  readonly openable: boolean
}

const never = (kind: string, ...networks: ReadonlyArray<string>): ReadonlyArray<RefusedNetwork> =>
  networks.map((network) => ({ network: IpNetwork.fromStringUnsafe(network), kind, openable: false }))
const unlessAllowed = (kind: string, ...networks: ReadonlyArray<string>): ReadonlyArray<RefusedNetwork> =>
  networks.map((network) => ({ network: IpNetwork.fromStringUnsafe(network), kind, openable: true }))

/** Addresses that give credentials to any program inside a cloud, from the providers' documents. */
const metadataServices = [
  // AWS, Google Cloud, Azure, Oracle Cloud, DigitalOcean, OpenStack and others
  "169.254.169.254/32",
  // AWS: credentials of ECS tasks
  "169.254.170.2/32",
  // AWS: EKS Pod Identity
  "169.254.170.23/32",
  "fd00:ec2::23/128",
  // AWS
  "fd00:ec2::254/128",
  // Google Cloud
  "fd20:ce::254/128",
  // Azure: WireServer
  "168.63.129.16/32",
  // Oracle Cloud
  "192.0.0.192/32",
  "fd00:c1::a9fe:a9fe/128",
  // Alibaba Cloud
  "100.100.100.200/32"
]

/** From the IANA special-purpose registries, besides those. The first match decides. */
export const refusedNetworks: ReadonlyArray<RefusedNetwork> = [
  ...never("a cloud metadata service", ...metadataServices),
  ...never("link-local", "169.254.0.0/16", "fe80::/10", "fec0::/10"),
  ...never("unspecified", "0.0.0.0/8", "::/128"),
  ...never("multicast", "224.0.0.0/4", "ff00::/8"),
  ...never(
    "reserved",
    "240.0.0.0/4",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "100::/64",
    "2001:db8::/32",
    "3fff::/20",
    "5f00::/16"
  ),
  ...never(
    "a form of an IPv4 address",
    "64:ff9b::/96",
    "64:ff9b:1::/48",
    "2002::/16",
    "2001::/32",
    "::ffff:0:0:0/96",
    "192.88.99.0/24"
  ),
  // After Teredo, which is a part of it.
  ...never("reserved", "2001::/23"),
  ...unlessAllowed("loopback", "127.0.0.0/8", "::1/128"),
  // After the loopback address, which is one of them.
  ...never("a form of an IPv4 address", "::/96"),
  ...unlessAllowed("private", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"),
  ...unlessAllowed("carrier-grade NAT", "100.64.0.0/10"),
  ...unlessAllowed("benchmarking", "198.18.0.0/15")
]

// Everything that IPv6 hands out to the public lies in here.
const publicIpv6 = IpNetwork.fromStringUnsafe("2000::/3")

export interface AddressPolicy {
  /** Private networks that may be called, for self-hosting and local work. */
  readonly allowed: ReadonlyArray<IpNetwork.IpNetwork>
}

export const AddressPolicy = Context.Reference<AddressPolicy>("@sellerkit/core/transport/AddressPolicy", {
  defaultValue: () => ({ allowed: [] })
})

const contains = (network: IpNetwork.IpNetwork, address: NetAddress.IpAddress): boolean =>
  NetAddress.familyOf(network.address) === NetAddress.familyOf(address) && IpNetwork.contains(network, address)

/** An IPv4 address written as an IPv4-mapped IPv6 address is that IPv4 address. */
const unmapped = (address: NetAddress.IpAddress): NetAddress.IpAddress =>
  NetAddress.isIpv6Address(address) ? Option.getOrElse(NetAddress.fromIpv4Mapped(address), () => address) : address

/** What kind of address it is, when it may not be called; undefined when it may. */
export const refusedAddress = (address: NetAddress.IpAddress, policy: AddressPolicy): string | undefined => {
  const plain = unmapped(address)
  const refused = refusedNetworks.find(({ network }) => contains(network, plain))
  if (refused !== undefined) {
    return refused.openable && policy.allowed.some((network) => contains(network, plain)) ? undefined : refused.kind
  }
  return NetAddress.isIpv6Address(plain) && !contains(publicIpv6, plain) ? "not public" : undefined
}

const loopback = NetAddress.ipv4Loopback

interface RefusedName {
  readonly pattern: RegExp
  readonly kind: string
  readonly opens: (policy: AddressPolicy) => boolean
}

// Names that lead into a private network wherever they are resolved.
const refusedNames: ReadonlyArray<RefusedName> = [
  {
    // Google Cloud, Azure, AWS.
    pattern: /^(metadata(\.google|\.azure)?(\.internal)?|instance-data(\.ec2\.internal)?)$/,
    kind: "a cloud metadata service",
    opens: () => false
  },
  {
    pattern: /^(.+\.)?localhost$/,
    kind: "loopback",
    opens: (policy) => refusedAddress(loopback, policy) === undefined
  },
  // A name without a dot is looked for in one's own domain first, and the other endings are not delegated to anyone. Where some
  // private network may be called, the address of such a name decides.
  {
    pattern: /^([^.]+|(.+\.)?(local|localdomain|internal|intranet|private|corp|home|lan|svc|home\.arpa))$/,
    kind: "a private name",
    opens: ({ allowed }) => allowed.length > 0
  }
]

/**
 * Judges the host of a URL as the WHATWG URL parser gives it, which turns every spelling of a literal address into the
 * usual one. For a name it can only say what the name itself gives away: its addresses are judged when connecting.
 */
export const refusedHost = (hostname: string, policy: AddressPolicy): string | undefined => {
  const literal = NetAddress.ipFromString(hostname.replace(/^\[(.*)\]$/, "$1"))
  if (literal._tag === "Success") return refusedAddress(literal.success, policy)
  const name = hostname.toLowerCase().replace(/\.$/, "")
  const refused = refusedNames.find(({ pattern }) => pattern.test(name))
  return refused === undefined || refused.opens(policy) ? undefined : refused.kind
}
