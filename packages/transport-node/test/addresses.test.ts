/** Where a name leads is judged when connecting, every time. */
import { assert, describe, it } from "@effect/vitest"
import { AddressPolicy, Transport, type TransportFailure } from "@sellerkit/core"
import { NodeTransport, type ResolveHost } from "@sellerkit/transport-node"
import { Effect, Layer } from "effect"
import { IpNetwork } from "effect/net"
import { createServer } from "node:http"
import { type AddressInfo, isIPv6 } from "node:net"

const allow = (...networks: ReadonlyArray<string>) =>
  Layer.succeed(AddressPolicy, { allowed: networks.map((network) => IpNetwork.fromStringUnsafe(network)) })

/** A name server that knows each name's addresses, one list for each time it is asked; the last one stays. */
const knowing = (...answers: ReadonlyArray<ReadonlyArray<string>>): ResolveHost => {
  const left = [...answers]
  return () =>
    Effect.sync(() => {
      const addresses = left.length > 1 ? left.shift()! : left[0]!
      return addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
    })
}

const transport = (resolveHost: ResolveHost, ...allowed: ReadonlyArray<string>) =>
  NodeTransport.layer({ resolveHost }).pipe(Layer.provide(allow(...allowed)))

const post = (port: number, name = "receiver.example") =>
  Effect.flatMap(Transport, (sender) =>
    sender.post({
      url: `http://${name}:${port}/`,
      headers: { "content-type": "application/json" },
      body: "{}"
    })
  )

const failure = (port = 80, name?: string): Effect.Effect<string, unknown, Transport> =>
  Effect.map(Effect.flip(post(port, name)), ({ detail, kind }: TransportFailure) => `${kind}: ${detail}`)

interface LocalReceiver {
  readonly port: number
  /** Each address that was connected to, whether a request came or not. */
  readonly called: ReadonlyArray<string | undefined>
  readonly close: () => void
}

/** At every IPv4 address of this machine. Answers 200 and closes the connection, so that the next request makes another one. */
const receiver = Effect.acquireRelease(
  Effect.callback<LocalReceiver>((resume) => {
    const called: Array<string | undefined> = []
    const server = createServer((_request, response) => response.writeHead(200, { connection: "close" }).end())
    server.on("connection", ({ localAddress }) => called.push(localAddress))
    server.listen(0, "0.0.0.0", () => {
      const { port } = server.address() as AddressInfo
      resume(Effect.succeed({ port, called, close: () => server.close() }))
    })
  }),
  ({ close }) => Effect.sync(close)
)

describe("a name that says where it leads", () => {
  const names = [
    ["metadata.google.internal", "a cloud metadata service"],
    ["localhost", "loopback"],
    ["receiver.localhost", "loopback"],
    ["printer.local", "a private name"],
    ["wiki.corp.internal", "a private name"]
  ] as const

  it.effect.each(names)("is refused before anybody is asked for it: %s", ([name, kind]) => {
    const asked: Array<string> = []
    const resolveHost: ResolveHost = (hostname) => {
      asked.push(hostname)
      return Effect.succeed([{ address: "10.0.0.1", family: 4 }])
    }
    return Effect.gen(function* () {
      assert.strictEqual(yield* failure(80, name), `addressRefused: ${kind}`)
      assert.deepStrictEqual(asked, [])
    }).pipe(Effect.provide(transport(resolveHost)))
  })

  it.effect("is asked for where private networks may be called", () =>
    Effect.gen(function* () {
      const { port } = yield* receiver
      assert.deepStrictEqual(yield* post(port, "printer.local"), { status: 200 })
      assert.deepStrictEqual(yield* post(port, "receiver.localhost"), { status: 200 })
      assert.strictEqual(yield* failure(port, "metadata"), "addressRefused: a cloud metadata service")
    }).pipe(Effect.provide(transport(knowing(["127.0.0.1"]), "127.0.0.0/8")))
  )
})

describe("a name", () => {
  it.effect.each<readonly [address: string, kind: string]>([
    ["10.0.0.1", "private"],
    ["127.0.0.1", "loopback"],
    ["::1", "loopback"],
    ["169.254.169.254", "a cloud metadata service"],
    ["fd00:ec2::254", "a cloud metadata service"],
    ["169.254.1.1", "link-local"],
    ["100.64.0.1", "carrier-grade NAT"],
    ["224.0.0.1", "multicast"],
    ["0.0.0.0", "unspecified"],
    ["::ffff:10.0.0.1", "private"],
    ["64:ff9b::a00:1", "a form of an IPv4 address"],
    ["2002:a00:1::", "a form of an IPv4 address"]
  ])("that leads to %s is refused: %s", ([address, kind]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* failure(), `addressRefused: ${kind}`)
    }).pipe(Effect.provide(transport(knowing([address]))))
  )

  it.effect.each(["169.254.169.254", "fd00:ec2::254", "169.254.1.1"])(
    "that leads to %s is refused although everything is allowed",
    (address) =>
      Effect.gen(function* () {
        assert.match(yield* failure(), /^addressRefused/)
      }).pipe(Effect.provide(transport(knowing([address]), "0.0.0.0/0", "::/0")))
  )

  it.effect("is called at those of its addresses that may be called", () =>
    Effect.gen(function* () {
      const { port } = yield* receiver
      assert.deepStrictEqual(yield* post(port), { status: 200 })
    }).pipe(Effect.provide(transport(knowing(["10.0.0.1", "169.254.169.254", "127.0.0.1"]), "127.0.0.0/8")))
  )

  it.effect("is refused on a later request when it has come to lead elsewhere", () =>
    Effect.gen(function* () {
      const { port } = yield* receiver
      assert.deepStrictEqual(yield* post(port), { status: 200 })
      assert.strictEqual(yield* failure(port), "addressRefused: private")
    }).pipe(Effect.provide(transport(knowing(["127.0.0.1"], ["10.0.0.1"]), "127.0.0.0/8")))
  )

  // One address may be called here, and its neighbour would answer as well.
  const onlyOne = "127.0.0.1/32"

  it.effect("that leads to the machine itself is not connected to", () =>
    Effect.gen(function* () {
      const { called, port } = yield* receiver
      assert.strictEqual(yield* failure(port), "addressRefused: loopback")
      assert.deepStrictEqual(called, [])
    }).pipe(Effect.provide(transport(knowing(["127.0.0.1"]))))
  )

  it.effect("is connected to at no address that may not be called, in whatever order they come", () =>
    Effect.gen(function* () {
      const { called, port } = yield* receiver
      for (let request = 0; request < 3; request++) assert.deepStrictEqual(yield* post(port), { status: 200 })
      assert.deepStrictEqual(called, ["127.0.0.1", "127.0.0.1", "127.0.0.1"])
    }).pipe(
      Effect.provide(
        transport(
          knowing(["127.0.0.2", "127.0.0.1"], ["127.0.0.1", "127.0.0.2"], ["127.0.0.2", "127.0.0.1", "127.0.0.2"]),
          onlyOne
        )
      )
    )
  )

  it.effect("is asked for once for each connection, which goes to the address that was judged", () => {
    const answers: ReadonlyArray<ReadonlyArray<string>> = [["127.0.0.1"], ["127.0.0.2"], ["127.0.0.1"], ["127.0.0.2"]]
    let asked = 0
    const resolveHost: ResolveHost = (name) => knowing(answers[asked++]!)(name)
    return Effect.gen(function* () {
      const { called, port } = yield* receiver
      for (let round = 0; round < 2; round++) {
        assert.deepStrictEqual(yield* post(port), { status: 200 })
        assert.strictEqual(yield* failure(port), "addressRefused: loopback")
      }
      assert.deepStrictEqual([asked, called], [4, ["127.0.0.1", "127.0.0.1"]])
    }).pipe(Effect.provide(transport(resolveHost, onlyOne)))
  })

  it.effect("with a thousand addresses that may not be called is refused", () =>
    Effect.gen(function* () {
      const { called, port } = yield* receiver
      assert.strictEqual(yield* failure(port), "addressRefused: private")
      assert.deepStrictEqual(called, [])
    }).pipe(
      Effect.provide(
        transport(knowing(Array.from({ length: 1000 }, (_, index) => `10.0.${index >> 8}.${index & 255}`)))
      )
    )
  )

  it.effect("without an address could not be resolved", () =>
    Effect.gen(function* () {
      assert.match(yield* failure(), /^nameNotFound/)
    }).pipe(Effect.provide(transport(knowing([]))))
  )
})
