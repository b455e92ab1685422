/** What a host says of a caller, as the caller that the API knows. */
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Redacted } from "effect"
import { SellerId, ServiceId } from "../../src/access/Account.ts"
import { Category } from "../../src/access/Category.ts"
import { HostAuthentication, type HostCaller, hostCallersLayer, noTokensLayer } from "../../src/access/HostCaller.ts"
import { Tokens } from "../../src/access/tokens/Tokens.ts"
import { uuid } from "../fixtures.ts"

const verify = (host: HostCaller | undefined, credential = "") =>
  Effect.flatMap(Tokens, (tokens) => tokens.verify(Redacted.make(credential))).pipe(
    Effect.provideService(HostAuthentication, Effect.succeed(host)),
    Effect.provide(hostCallersLayer(noTokensLayer))
  )

describe("callers that the host knows", () => {
  it.effect("are the seller with all categories, unless the host says otherwise", () =>
    Effect.gen(function* () {
      const seller = yield* verify({ sellerId: uuid(0xa).toUpperCase() })
      assert.deepStrictEqual(seller, {
        owner: { sellerId: SellerId.make(uuid(0xa)), sandbox: false, serviceId: null },
        tokenId: "host",
        tokenType: null,
        categories: Category.literals,
        readOnly: false
      })
      const service = yield* verify({
        sellerId: uuid(0xa),
        serviceId: "reports",
        sandbox: true,
        categories: ["content"],
        userId: 7
      })
      assert.deepStrictEqual(service, {
        owner: { sellerId: SellerId.make(uuid(0xa)), sandbox: true, serviceId: ServiceId.make("reports") },
        tokenId: "host",
        tokenType: "service",
        categories: ["content"],
        readOnly: false,
        userId: 7
      })
    })
  )

  it.effect("come before tokens, and others are told what to do", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* verify({ sellerId: uuid(1) }, "Bearer secret")).owner.sellerId, uuid(1))
      const [nobody, withToken] = yield* Effect.all([
        Effect.flip(verify(undefined)),
        Effect.flip(verify(undefined, "x"))
      ])
      assert.strictEqual(nobody.message, "The request does not say who makes it; sign in first")
      assert.strictEqual(withToken.message, "API tokens do not count here; sign in instead")
    })
  )

  it.effect.each<readonly [host: unknown, problem: RegExp]>([
    [{ sellerId: "7" }, /^sellerId: Expected a UUID$/],
    [{ sellerId: uuid(1), serviceId: "a b" }, /^serviceId: /],
    [{ sellerId: uuid(1), categories: ["contents"] }, /^categories.0: /],
    [{ sellerId: uuid(1), readonly: true }, /^readonly: /],
    [{ sellerId: uuid(1), category: ["content"] }, /^category: /],
    [null, /^Expected object$/]
  ])("are a mistake of the host's, which is named, when they are %j", ([host, problem]) =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(verify(host as HostCaller))
      assert.isTrue(Exit.hasDies(exit))
      const { message } = Exit.isFailure(exit) ? (Cause.squash(exit.cause) as Error) : assert.fail()
      const [start, found] = message.split(/(?<=that cannot be): /)
      assert.strictEqual(start, "authenticate returned a caller that cannot be")
      assert.match(found!, problem)
    })
  )
})
