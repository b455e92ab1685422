/**
 * Networks that a receiver's URL must not lead into, written from the IANA special-purpose registries and the cloud
 * providers' documents: the first and the last address, and the public neighbours on both sides where there are any.
 */
export interface NetworkRow {
  readonly network: string
  readonly kind: string
  readonly first: string
  readonly last: string
  readonly below?: string
  readonly above?: string
}

const row = (
  kind: string,
  network: string,
  first: string,
  last: string,
  below?: string,
  above?: string
): NetworkRow => ({
  network,
  kind,
  first,
  last,
  ...(below === undefined ? undefined : { below }),
  ...(above === undefined ? undefined : { above })
})

const form = "a form of an IPv4 address"
const allOnes = "ffff:ffff:ffff:ffff"

/** Networks that an installation may open for itself. */
export const openable: ReadonlyArray<NetworkRow> = [
  row("loopback", "127.0.0.0/8", "127.0.0.0", "127.255.255.255", "126.255.255.255", "128.0.0.0"),
  row("private", "10.0.0.0/8", "10.0.0.0", "10.255.255.255", "9.255.255.255", "11.0.0.0"),
  row("private", "172.16.0.0/12", "172.16.0.0", "172.31.255.255", "172.15.255.255", "172.32.0.0"),
  row("private", "192.168.0.0/16", "192.168.0.0", "192.168.255.255", "192.167.255.255", "192.169.0.0"),
  row("carrier-grade NAT", "100.64.0.0/10", "100.64.0.0", "100.127.255.255", "100.63.255.255", "100.128.0.0"),
  row("benchmarking", "198.18.0.0/15", "198.18.0.0", "198.19.255.255", "198.17.255.255", "198.20.0.0"),
  row("loopback", "::1/128", "::1", "::1"),
  row("private", "fc00::/7", "fc00::", `fdff:ffff:ffff:ffff:${allOnes}`)
]

/** Networks that stay closed whatever is allowed. */
export const closed: ReadonlyArray<NetworkRow> = [
  row("unspecified", "0.0.0.0/8", "0.0.0.0", "0.255.255.255", undefined, "1.0.0.0"),
  row("link-local", "169.254.0.0/16", "169.254.0.0", "169.254.255.255", "169.253.255.255", "169.255.0.0"),
  row("reserved", "192.0.0.0/24", "192.0.0.0", "192.0.0.255", "191.255.255.255", "192.0.1.0"),
  row("reserved", "192.0.2.0/24", "192.0.2.0", "192.0.2.255", "192.0.1.255", "192.0.3.0"),
  row(form, "192.88.99.0/24", "192.88.99.0", "192.88.99.255", "192.88.98.255", "192.88.100.0"),
  row("reserved", "198.51.100.0/24", "198.51.100.0", "198.51.100.255", "198.51.99.255", "198.51.101.0"),
  row("reserved", "203.0.113.0/24", "203.0.113.0", "203.0.113.255", "203.0.112.255", "203.0.114.0"),
  row("multicast", "224.0.0.0/4", "224.0.0.0", "239.255.255.255", "223.255.255.255"),
  row("reserved", "240.0.0.0/4", "240.0.0.0", "255.255.255.255"),
  row("unspecified", "::/128", "::", "::"),
  row(form, "::/96", "::2", "::ffff:ffff"),
  row(form, "::ffff:0:0:0/96", "::ffff:0:0:0", "::ffff:0:ffff:ffff"),
  row(form, "64:ff9b::/96", "64:ff9b::", "64:ff9b::ffff:ffff"),
  row(form, "64:ff9b:1::/48", "64:ff9b:1::", `64:ff9b:1:ffff:${allOnes}`),
  row("reserved", "100::/64", "100::", `100::${allOnes}`),
  row("not public", "up to 2000::/3", "100:0:0:1::", `1fff:ffff:ffff:ffff:${allOnes}`, undefined, "2000::"),
  row(form, "2001::/32", "2001::", `2001:0:ffff:ffff:${allOnes}`, `2000:ffff:ffff:ffff:${allOnes}`),
  row("reserved", "2001::/23 after 2001::/32", "2001:1::", `2001:1ff:ffff:ffff:${allOnes}`, undefined, "2001:200::"),
  row(
    "reserved",
    "2001:db8::/32",
    "2001:db8::",
    `2001:db8:ffff:ffff:${allOnes}`,
    `2001:db7:ffff:ffff:${allOnes}`,
    "2001:db9::"
  ),
  row(form, "2002::/16", "2002::", `2002:ffff:ffff:ffff:${allOnes}`, `2001:ffff:ffff:ffff:${allOnes}`, "2003::"),
  row("reserved", "3fff::/20", "3fff::", `3fff:fff:ffff:ffff:${allOnes}`, undefined, "3fff:1000::"),
  row("not public", "from 4000::", "4000::", `5eff:ffff:ffff:ffff:${allOnes}`, `3fff:ffff:ffff:ffff:${allOnes}`),
  row("reserved", "5f00::/16", "5f00::", `5f00:ffff:ffff:ffff:${allOnes}`),
  row("not public", "up to fc00::/7", "5f01::", `fbff:ffff:ffff:ffff:${allOnes}`),
  row("not public", "after fc00::/7", "fe00::", `fe7f:ffff:ffff:ffff:${allOnes}`),
  row("link-local", "fe80::/10", "fe80::", `febf:ffff:ffff:ffff:${allOnes}`),
  row("link-local", "fec0::/10", "fec0::", `feff:ffff:ffff:ffff:${allOnes}`),
  row("multicast", "ff00::/8", "ff00::", `ffff:ffff:ffff:ffff:${allOnes}`)
]

/** Metadata services of clouds: what answers there gives away a machine's credentials. */
export const metadata: ReadonlyArray<readonly [provider: string, address: string]> = [
  ["AWS, GCP, Azure, DigitalOcean, Oracle", "169.254.169.254"],
  ["AWS container credentials", "169.254.170.2"],
  ["AWS pod identity", "169.254.170.23"],
  ["Alibaba", "100.100.100.200"],
  ["Azure host", "168.63.129.16"],
  ["Oracle classic", "192.0.0.192"],
  ["AWS over IPv6", "fd00:ec2::254"],
  ["AWS pod identity over IPv6", "fd00:ec2::23"],
  ["GCP over IPv6", "fd20:ce::254"],
  ["Oracle over IPv6", "fd00:c1::a9fe:a9fe"]
]
