/** URLs that lead to where nothing may be called: every kind of address in every spelling that a URL parser forgives. */

export interface RefusedUrl {
  readonly url: (port: number) => string
  /** What kind of address it is, as the error says. */
  readonly kind: string
}

/** One address of each network, and what it is. */
const ipv4: ReadonlyArray<readonly [address: string, kind: string]> = [
  ["127.0.0.1", "loopback"],
  ["127.0.0.2", "loopback"],
  ["127.255.255.254", "loopback"],
  ["0.0.0.0", "unspecified"],
  ["0.1.2.3", "unspecified"],
  ["10.0.0.1", "private"],
  ["172.16.0.1", "private"],
  ["172.31.255.254", "private"],
  ["192.168.1.1", "private"],
  ["100.64.0.1", "carrier-grade NAT"],
  ["198.18.0.1", "benchmarking"],
  ["169.254.1.1", "link-local"],
  ["169.254.169.254", "a cloud metadata service"],
  ["169.254.170.2", "a cloud metadata service"],
  ["169.254.170.23", "a cloud metadata service"],
  ["168.63.129.16", "a cloud metadata service"],
  ["192.0.0.192", "a cloud metadata service"],
  ["100.100.100.200", "a cloud metadata service"],
  ["192.0.0.1", "reserved"],
  ["192.0.2.1", "reserved"],
  ["198.51.100.1", "reserved"],
  ["203.0.113.1", "reserved"],
  ["192.88.99.1", "a form of an IPv4 address"],
  ["224.0.0.1", "multicast"],
  ["239.255.255.250", "multicast"],
  ["240.0.0.1", "reserved"],
  ["255.255.255.255", "reserved"]
]

const octetsOf = (address: string): readonly [number, number, number, number] => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number)
  return [a, b, c, d]
}

const hex = (number: number): string => number.toString(16)
const octal = (number: number): string => `0${number.toString(8)}`
const percentEncoded = (text: string): string =>
  [...text].map((character) => `%${hex(character.charCodeAt(0))}`).join("")
/** The digits from another row of Unicode, which host names are mapped from. */
const digitsFrom = (zero: number, text: string): string =>
  text.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))

/** Spellings of an IPv4 address as the host of a URL. */
const spellings = (address: string): ReadonlyArray<string> => {
  const [a, b, c, d] = octetsOf(address)
  const number = ((a * 256 + b) * 256 + c) * 256 + d
  return [
    address,
    `${address}.`,
    String(number),
    `0x${hex(number)}`,
    `0X${hex(number).toUpperCase()}`,
    `0x${hex(number)}.`,
    octal(number),
    `000${octal(number)}`,
    [a, b, c, d].map(octal).join("."),
    [a, b, c, d].map((octet) => `0x${hex(octet)}`).join("."),
    `0x${hex(a)}.${octal(b)}.${c}.${d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    percentEncoded(address),
    address.replaceAll(".", "%2e"),
    address.replaceAll(".", "。"),
    address.replaceAll(".", "．"),
    address.replaceAll(".", "｡"),
    digitsFrom(0xff10, address),
    digitsFrom(0x1d7ce, address),
    digitsFrom(0x1d7d8, address),
    `${address.slice(0, -1)}\u200b${address.slice(-1)}`,
    `${address.slice(0, -1)}\u00ad${address.slice(-1)}`,
    `[::ffff:${address}]`,
    `[::FFFF:${hex(a * 256 + b)}:${hex(c * 256 + d)}]`,
    `[0000:0:0:0:0:ffff:${hex(a * 256 + b)}:${hex(c * 256 + d)}]`
  ]
}

/** IPv6 addresses that carry an IPv4 address. */
const carriers = (address: string): ReadonlyArray<string> => {
  const [a, b, c, d] = octetsOf(address)
  const [high, low] = [a * 256 + b, c * 256 + d]
  return [
    `[64:ff9b::${address}]`,
    `[64:ff9b:1::${hex(high)}:${hex(low)}]`,
    `[2002:${hex(high)}:${hex(low)}::1]`,
    `[2001:0:4136:e378:8000:63bf:${hex(high ^ 0xffff)}:${hex(low ^ 0xffff)}]`,
    `[::ffff:0:${address}]`
  ]
}

const ipv6: ReadonlyArray<readonly [host: string, kind: string]> = [
  ["[::1]", "loopback"],
  ["[0:0:0:0:0:0:0:1]", "loopback"],
  ["[0000:0000:0000:0000:0000:0000:0000:0001]", "loopback"],
  ["[::0.0.0.1]", "loopback"],
  ["[::]", "unspecified"],
  ["[0::0]", "unspecified"],
  ["[::127.0.0.1]", "a form of an IPv4 address"],
  ["[fc00::1]", "private"],
  ["[FD12:3456:789A::1]", "private"],
  ["[fe80::1]", "link-local"],
  ["[fec0::1]", "link-local"],
  ["[ff02::1]", "multicast"],
  ["[100::1]", "reserved"],
  ["[2001:db8::1]", "reserved"],
  ["[2001:10::1]", "reserved"],
  ["[3fff::1]", "reserved"],
  ["[5f00::1]", "reserved"],
  ["[4000::1]", "not public"],
  ["[fd00:ec2::254]", "a cloud metadata service"],
  ["[FD00:0EC2:0:0:0:0:0:23]", "a cloud metadata service"],
  ["[fd20:ce::254]", "a cloud metadata service"],
  ["[fd00:c1::a9fe:a9fe]", "a cloud metadata service"]
]

const names: ReadonlyArray<readonly [host: string, kind: string]> = [
  ["localhost", "loopback"],
  ["LocalHost.", "loopback"],
  ["receiver.localhost", "loopback"],
  ["local%68ost", "loopback"],
  ["ｌｏｃａｌｈｏｓｔ", "loopback"],
  ["ⓛⓞⓒⓐⓛⓗⓞⓢⓣ", "loopback"],
  ["localho\u017ft", "loopback"],
  ["localhost。", "loopback"],
  ["ip6-localhost", "a private name"],
  ["localhost.localdomain", "a private name"],
  ["printer.local", "a private name"],
  ["db.internal", "a private name"],
  ["router.home.arpa", "a private name"],
  ["kubernetes.default.svc", "a private name"],
  ["database", "a private name"],
  ["metadata", "a cloud metadata service"],
  ["metadata.google.internal", "a cloud metadata service"],
  ["METADATA.google.internal.", "a cloud metadata service"],
  ["instance-data", "a cloud metadata service"]
]

/** URLs that look as if they led elsewhere, or that a parser has to mend. */
const disguised: ReadonlyArray<(port: number) => string> = [
  (port) => `HTTP://127.0.0.1:${port}/`,
  (port) => `http:127.0.0.1:${port}/`,
  (port) => `http:/127.0.0.1:${port}/`,
  (port) => `http:////127.0.0.1:${port}/`,
  (port) => `http:\\\\127.0.0.1:${port}\\hook`,
  (port) => ` http://127.0.0.1:${port}/`,
  (port) => `ht\ttp://127.0.\n0.1:${port}/`,
  (port) => `http://receiver.example@127.0.0.1:${port}/`,
  (port) => `http://receiver.example:80@127.0.0.1:${port}/`,
  (port) => `http://receiver.example%2f@127.0.0.1:${port}/`,
  (port) => `http://127.0.0.1:${port}\\@receiver.example/`,
  (port) => `http://127.0.0.1:${port}#@receiver.example/`,
  (port) => `http://127.0.0.1:${port}?@receiver.example/`,
  (port) => `http://127.0.0.1:${port}/../..//receiver.example/`
]

const hosts = [
  ...ipv4.flatMap(([address, kind]) => [
    ...spellings(address).map((host) => [host, kind] as const),
    ...carriers(address).map((host) => [host, "a form of an IPv4 address"] as const)
  ]),
  ...ipv6,
  ...names
]

export const refusedUrls: ReadonlyArray<RefusedUrl> = [
  ...hosts.map(([host, kind]) => ({ url: (port: number) => `http://${host}:${port}/hook`, kind })),
  ...disguised.map((url) => ({ url, kind: "loopback" }))
]

/** Texts that are no URL to any parser that follows the standard: zones, numbers and forms that there are not. */
export const noUrls: ReadonlyArray<string> = [
  "http://[fe80::1%25eth0]/hook",
  "http://[fe80::1%eth0]/hook",
  "http://[::1%25]/hook",
  "http://[::ffff:127.1]/hook",
  "http://[::ffff:0x7f.0.0.1]/hook",
  "http://[0:0:0:0:0:0:0:0:1]/hook",
  "http://[::1]./hook",
  "http://[v1.fe80]/hook",
  "http://256.0.0.1/hook",
  "http://127.0.0.0.1/hook",
  "http://4294967296/hook",
  "http://127..1/hook",
  "http://.127.0.0.1/hook",
  "http://127.0.0.1%00/hook",
  "http://127.0.0.1%2f.receiver.example/hook",
  "http://१२७.0.0.1/hook",
  "http://+127.0.0.1/hook",
  "http://127.0.0.1:65536/hook",
  "//127.0.0.1/hook"
]
