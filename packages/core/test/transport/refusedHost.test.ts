/** Hosts as they stand in URLs: every spelling of an address is that address, and some names give themselves away. */
import { assert, describe, it } from "@effect/vitest"
import { IpNetwork } from "effect/net"
import { type AddressPolicy, refusedHost } from "../../src/transport/AddressGuard.ts"

const allowing = (...networks: ReadonlyArray<string>): AddressPolicy => ({
  allowed: networks.map((network) => IpNetwork.fromStringUnsafe(network))
})

const nothing = allowing()
const everything = allowing("0.0.0.0/0", "::/0")

/** The verdict on a URL with this host, as transports ask for it. */
const refused = (host: string, policy: AddressPolicy = nothing): string | undefined =>
  refusedHost(new URL(`http://${host}/`).hostname, policy)

const loopbackSpellings = [
  ["plain", "127.0.0.1"],
  ["with a trailing dot", "127.0.0.1."],
  ["decimal", "2130706433"],
  ["hexadecimal", "0x7f000001"],
  ["hexadecimal in capitals", "0X7F000001"],
  ["octal", "017700000001"],
  ["octal parts", "0177.0.0.01"],
  ["hexadecimal parts", "0x7f.0x0.0x0.0x1"],
  ["mixed parts", "0x7f.0.01"],
  ["two parts", "127.1"],
  ["three parts", "127.0.1"],
  ["with zeros in front", "0000177.0.0.1"],
  ["full-width digits", "１２７．０．０．１"],
  ["circled digits", "①②⑦.⓪.⓪.①"],
  ["ideographic dots", "127。0。0。1"],
  ["percent-encoded", "%31%32%37.0.0.1"],
  ["bracketed", "[::1]"],
  ["bracketed with zeros", "[0000:0000:0000:0000:0000:0000:0000:0001]"],
  ["bracketed with short zeros", "[0:0:0:0:0:0:0:1]"],
  ["mapped", "[::ffff:127.0.0.1]"],
  ["mapped in hexadecimal", "[::ffff:7f00:1]"],
  ["mapped in capitals", "[::FFFF:7F00:0001]"],
  ["mapped with zeros", "[0:0:0:0:0:ffff:7f00:1]"]
] as const

const metadataSpellings = [
  ["plain", "169.254.169.254"],
  ["decimal", "2852039166"],
  ["hexadecimal", "0xA9FEA9FE"],
  ["octal", "025177524776"],
  ["two parts", "169.16689662"],
  ["three parts", "169.254.43518"],
  ["with a trailing dot", "169.254.169.254."],
  ["full-width digits", "１６９.２５４.１６９.２５４"],
  ["mapped", "[::ffff:169.254.169.254]"],
  ["mapped in hexadecimal", "[::ffff:a9fe:a9fe]"]
] as const

describe("the host of a URL that is a loopback address", () => {
  it.each(loopbackSpellings)("is refused, spelled %s: %s", (_how, host) => {
    assert.strictEqual(refused(host), "loopback")
  })

  it.each(loopbackSpellings)("may be called where loopback is allowed, spelled %s: %s", (_how, host) => {
    assert.isUndefined(refused(host, allowing("127.0.0.0/8", "::1/128")))
  })
})

describe("the host of a URL that is a metadata service", () => {
  it.each(metadataSpellings)("is refused, spelled %s: %s", (_how, host) => {
    assert.strictEqual(refused(host), "a cloud metadata service")
  })

  it.each(metadataSpellings)("is refused whatever is allowed, spelled %s: %s", (_how, host) => {
    assert.strictEqual(refused(host, everything), "a cloud metadata service")
  })

  it.each(["[FD00:EC2::254]", "[fd00:0ec2:0:0:0:0:0:0254]"])("is refused as %s", (host) => {
    assert.strictEqual(refused(host, everything), "a cloud metadata service")
  })
})

describe("other odd hosts", () => {
  it.each([
    ["0", "unspecified"],
    ["0x0", "unspecified"],
    ["0.0.0.0", "unspecified"],
    ["[::]", "unspecified"],
    ["3232235521", "private"],
    ["0xc0.0xa8.0.1", "private"],
    ["10.1", "private"],
    ["[fd12:3456:789a::1]", "private"],
    ["[FE80::1]", "link-local"],
    ["[64:ff9b::7f00:1]", "a form of an IPv4 address"],
    ["[2002:7f00:1::]", "a form of an IPv4 address"],
    ["[::7f00:1]", "a form of an IPv4 address"],
    ["4294967295", "reserved"]
  ])("%s is refused as %s", (host, kind) => {
    assert.strictEqual(refused(host), kind)
  })
})

describe("names that give themselves away", () => {
  it.each([
    ["localhost", "loopback"],
    ["LOCALHOST", "loopback"],
    ["LocalHost.", "loopback"],
    ["ｌｏｃａｌｈｏｓｔ", "loopback"],
    ["local%68ost", "loopback"],
    ["app.localhost", "loopback"],
    ["a.b.localhost.", "loopback"],
    ["printer.local", "a private name"],
    ["db.internal", "a private name"],
    ["DB.Internal.", "a private name"],
    ["internal", "a private name"],
    ["metadata.google.internal", "a cloud metadata service"],
    ["metadata.google.internal.", "a cloud metadata service"],
    ["wiki.intranet", "a private name"],
    ["nas.lan", "a private name"],
    ["router.home.arpa", "a private name"],
    ["localhost.localdomain", "a private name"],
    ["vault.corp", "a private name"],
    ["kubernetes.default.svc", "a private name"],
    ["ip6-localhost", "a private name"],
    ["database", "a private name"],
    ["database.", "a private name"],
    ["1e3", "a private name"],
    ["metadata", "a cloud metadata service"],
    ["metadata.google", "a cloud metadata service"],
    ["metadata.azure.internal", "a cloud metadata service"],
    ["instance-data.ec2.internal", "a cloud metadata service"],
    ["instance-data", "a cloud metadata service"]
  ])("%s is refused as %s", (host, kind) => {
    assert.strictEqual(refused(host), kind)
  })

  it("localhost may be called where the loopback address is allowed", () => {
    const policy = allowing("127.0.0.0/8")
    assert.deepStrictEqual([refused("localhost", policy), refused("app.localhost.", policy)], [undefined, undefined])
  })

  it("localhost is refused where other addresses are allowed", () => {
    assert.strictEqual(refused("localhost", allowing("10.0.0.0/8", "::1/128")), "loopback")
  })

  it.each(["host.docker.internal", "db.internal", "nas.lan", "database"])(
    "%s is left to the address it leads to where a private network is allowed",
    (host) => assert.isUndefined(refused(host, allowing("172.17.0.0/16")))
  )

  it.each(["metadata.google.internal", "metadata", "instance-data.ec2.internal"])(
    "%s is refused whatever is allowed",
    (host) => assert.isDefined(refused(host, everything))
  )
})

describe("names that say nothing", () => {
  it.each([
    "receiver.example",
    "receiver.example.",
    "localhost.example",
    "notlocalhost.example",
    "internal.example",
    "my-internal.example",
    "svc.example",
    "metadata.example",
    "metadata.google.com",
    "127.0.0.1.example",
    "10.example",
    "получатель.рф",
    "home.arpa.example"
  ])("%s may be called as far as its name goes", (host) => {
    assert.isUndefined(refused(host))
  })
})
