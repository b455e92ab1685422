/** Which addresses may be called: none inside our own networks, whatever an installation allows by mistake. */
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Effect, Schema } from "effect"
import { IpNetwork, NetAddress } from "effect/net"
import { AddressPolicy, refusedAddress } from "../../src/transport/AddressGuard.ts"
import { closed, metadata, openable } from "./networks.ts"

const allowing = (...networks: ReadonlyArray<string>): AddressPolicy => ({
  allowed: networks.map((network) => IpNetwork.fromStringUnsafe(network))
})

const everything = allowing("0.0.0.0/0", "::/0")

const refused = (address: string, policy: AddressPolicy = allowing()): string | undefined =>
  refusedAddress(NetAddress.ipFromStringUnsafe(address), policy)

const all = [...openable, ...closed]

const ipv4 = all.filter(({ network }) => !network.includes(":"))

const neighbours = all.flatMap(({ above, below, network }) =>
  [below, above].flatMap((address) => (address === undefined ? [] : [[address, network] as const]))
)

describe("refused networks", () => {
  it.each(all)("$network is refused from $first on", ({ first, kind }) => {
    assert.strictEqual(refused(first), kind)
  })

  it.each(all)("$network is refused up to $last", ({ kind, last }) => {
    assert.strictEqual(refused(last), kind)
  })

  it.each(neighbours)("%s, next to %s, may be called", (address) => {
    assert.isUndefined(refused(address))
  })

  it.each(metadata)("the metadata service of %s at %s is refused", (_provider, address) => {
    assert.strictEqual(refused(address), "a cloud metadata service")
  })

  it.each(["168.63.129.15", "168.63.129.17"])("%s, next to a metadata service, may be called", (address) => {
    assert.isUndefined(refused(address))
  })
})

describe("public addresses", () => {
  it.each([
    "1.1.1.1",
    "8.8.8.8",
    "93.184.216.34",
    "172.217.16.14",
    "192.0.66.2",
    "100.20.30.40",
    "198.41.0.4",
    "223.255.255.255",
    "2001:4860:4860::8888",
    "2606:4700:4700::1111",
    "2a00:1450:4001:81c::200e",
    "2620:fe::fe",
    "2400:cb00:2048:1::c629:d7a2"
  ])("%s may be called", (address) => {
    assert.isUndefined(refused(address))
  })
})

describe("IPv4 addresses written as IPv6 addresses", () => {
  it.each(ipv4)("$network is refused as mapped addresses", ({ first, kind, last }) => {
    assert.deepStrictEqual([refused(`::ffff:${first}`), refused(`::ffff:${last}`)], [kind, kind])
  })

  it.each(metadata.filter(([, address]) => !address.includes(":")))(
    "the metadata service of %s at %s is refused as a mapped address",
    (_provider, address) => {
      assert.strictEqual(refused(`::ffff:${address}`), "a cloud metadata service")
    }
  )

  it("a public address may be called as a mapped address", () => {
    assert.isUndefined(refused("::ffff:93.184.216.34"))
  })

  it.each([
    ["compatible", "::127.0.0.1"],
    ["compatible, of a public address", "::93.184.216.34"],
    ["translated", "::ffff:0:10.0.0.1"],
    ["NAT64", "64:ff9b::169.254.169.254"],
    ["NAT64, of a public address", "64:ff9b::93.184.216.34"],
    ["local NAT64", "64:ff9b:1::a00:1"],
    ["6to4", "2002:7f00:1::1"],
    ["6to4, of a metadata service", "2002:a9fe:a9fe::1"],
    ["6to4, of a public address", "2002:5db8:d822::1"],
    ["Teredo", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
    ["Teredo, of a loopback client", "2001::80ff:fffe"]
  ])("%s: %s is refused, whatever is allowed", (_form, address) => {
    const kind = "a form of an IPv4 address"
    assert.deepStrictEqual([refused(address), refused(address, everything)], [kind, kind])
  })
})

describe("an allow list", () => {
  it.each(openable)("opens $network", ({ first, last, network }) => {
    const policy = allowing(network)
    assert.deepStrictEqual([refused(first, policy), refused(last, policy)], [undefined, undefined])
  })

  it.each(openable.filter(({ network }) => network.includes(".")))(
    "that opens $network opens its mapped addresses too",
    ({ first, network }) => assert.isUndefined(refused(`::ffff:${first}`, allowing(network)))
  )

  it("opens no more than it says", () => {
    const policy = allowing("10.1.0.0/16")
    assert.deepStrictEqual(
      ["10.0.255.255", "10.1.0.0", "10.1.255.255", "10.2.0.0"].map((address) => refused(address, policy)),
      ["private", undefined, undefined, "private"]
    )
  })

  it("of one family opens nothing of the other", () => {
    const only4 = refused("fd00::1", allowing("0.0.0.0/0"))
    const only6 = refused("127.0.0.1", allowing("::/0"))
    assert.deepStrictEqual([only4, only6], ["private", "loopback"])
  })

  it.each(closed)("of everything does not open $network", ({ first, kind, last }) => {
    assert.deepStrictEqual([refused(first, everything), refused(last, everything)], [kind, kind])
  })

  const anyAllowList = Arbitrary.array(
    Arbitrary.schema(
      Schema.Literals([
        "0.0.0.0/0",
        "::/0",
        "128.0.0.0/1",
        "169.254.0.0/16",
        "169.254.169.254/32",
        "100.64.0.0/10",
        "168.63.129.16/32",
        "192.0.0.0/16",
        "::ffff:0:0/96",
        "::ffff:169.254.169.254/128",
        "fd00::/8",
        "fd00:ec2::254/128",
        "fd20:ce::254/128"
      ])
    )
  ).pipe(Arbitrary.map((networks) => allowing(...networks)))

  it.prop("never opens a metadata service", [anyAllowList], ([policy]) => {
    for (const [, address] of metadata) {
      assert.strictEqual(refused(address, policy), "a cloud metadata service")
      if (!address.includes(":")) assert.isDefined(refused(`::ffff:${address}`, policy))
    }
  })

  it.effect("is empty unless an installation provides one", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* AddressPolicy).allowed, [])
    })
  )
})

describe("any address", () => {
  const byte = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 }))

  it.prop("is judged alike as an IPv4 address and as its mapped form", [byte, byte, byte, byte], (octets) => {
    const address = octets.join(".")
    assert.strictEqual(refused(`::ffff:${address}`), refused(address))
  })

  it.prop("that is allowed without a list is allowed with every list", [byte, byte, byte, byte], (octets) => {
    const address = octets.join(".")
    if (refused(address) === undefined) assert.isUndefined(refused(address, everything))
  })
})
