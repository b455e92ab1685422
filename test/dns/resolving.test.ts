/** Whatever a name server answers, a name has addresses or none, and the process goes on. */
import { assert, describe, it } from "@effect/vitest"
import { Transport } from "@sellerkit/core"
import { Damage, damaged, propertyRuns, Which } from "@sellerkit/testing"
import { makeHostResolver, NodeTransport, type ResolveHost } from "@sellerkit/transport-node"
import { Effect } from "effect"
import { isIP } from "node:net"
import { type AnswerQuery, makeNameServer } from "../fixtures/dns/NameServer.ts"
import { nameAnswers } from "../fixtures/dns/nameAnswers.ts"

// In milliseconds. c-ares waits by its own clock, so that silence takes real time; what is answered is waited for long.
const impatient = { timeout: 50, tries: 1 }
const patient = { timeout: 100_000, tries: 1 }

const askedAt = (answer: AnswerQuery, timing: typeof patient) =>
  Effect.map(makeNameServer(answer), ({ address }) => makeHostResolver({ servers: [address], timing }))

const post = (resolveHost: ResolveHost) =>
  Effect.flatMap(Transport, ({ post }) => post({ url: "http://receiver.example/", headers: {}, body: "{}" })).pipe(
    Effect.provide(NodeTransport.layer({ resolveHost }))
  )

describe("a name server's answer", () => {
  it.live.each(nameAnswers)("$title", ({ addresses, answer, isSilent }) =>
    Effect.gen(function* () {
      const resolveHost = yield* askedAt(answer, isSilent === true ? impatient : patient)
      const found = yield* resolveHost("receiver.example")
      assert.deepStrictEqual(
        found.map(({ address }) => address),
        addresses
      )
      const { kind } = yield* Effect.flip(post(resolveHost))
      // The addresses are reserved for documentation, and may not be called.
      assert.strictEqual(kind, addresses.length === 0 ? "nameNotFound" : "addressRefused")
    })
  )
})

describe("a damaged answer", () => {
  it.live.prop(
    "leads to addresses or to none",
    [Which, Damage, Damage],
    ([which, ipv4, ipv6]) =>
      Effect.gen(function* () {
        const whole = nameAnswers.filter(({ isSilent }) => isSilent !== true)
        const { answer } = whole[which % whole.length]!
        const resolveHost = yield* askedAt(
          (query) =>
            answer(query).map((bytes) =>
              bytes === "close" ? bytes : damaged(bytes, query.packet.questions![0]!.type === "A" ? ipv4 : ipv6)
            ),
          impatient
        )
        for (const { address, family } of yield* resolveHost("receiver.example")) {
          assert.strictEqual(isIP(address), family)
        }
      }),
    { timeout: 300_000, arbitrary: propertyRuns(100, 30) }
  )
})
