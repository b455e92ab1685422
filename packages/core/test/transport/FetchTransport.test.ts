/** The portable sender: one POST, an answer within ten seconds, and nothing followed. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Result } from "effect"
import { IpNetwork } from "effect/net"
import { AddressPolicy } from "../../src/transport/AddressGuard.ts"
import { after, answering, notification, outcomeOf, post, status } from "./answers.ts"

describe("a request", () => {
  it.effect("goes out with the method, URL, headers and body it was given", () => {
    const { layer, requests } = answering(() => status(200))
    return Effect.gen(function* () {
      yield* post()
      const [sent] = requests
      const { body, headers, method } = sent!.init
      assert.strictEqual(sent!.url, notification.url)
      assert.deepStrictEqual(
        { method, headers, body },
        { method: "POST", headers: notification.headers, body: notification.body }
      )
    }).pipe(Effect.provide(layer))
  })

  it.effect("carries nothing of our own tracing", () => {
    const { layer, requests } = answering(() => status(200))
    return Effect.gen(function* () {
      yield* Effect.withSpan(post(), "delivery")
      const names = [...new Headers(requests[0]!.init.headers).keys()]
      assert.sameMembers(names, Object.keys(notification.headers))
    }).pipe(Effect.provide(layer))
  })

  it.effect("tells the platform not to follow redirects", () => {
    const { layer, requests } = answering(() => status(200))
    return Effect.gen(function* () {
      yield* post()
      assert.strictEqual(requests[0]!.init.redirect, "manual")
    }).pipe(Effect.provide(layer))
  })
})

describe("an answer", () => {
  it.effect.each([200, 204, 301, 302, 307, 308, 404, 500])("with status %i is that answer", (code) =>
    Effect.gen(function* () {
      assert.strictEqual(outcomeOf(yield* post()), code)
    }).pipe(Effect.provide(answering(() => status(code)).layer))
  )

  const late = (milliseconds: number) => answering(() => Effect.delay(status(200), milliseconds)).layer

  it.effect("after ten seconds is in time", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* after(10_000), 200)
    }).pipe(Effect.provide(late(10_000)))
  )

  it.effect("is waited for until ten seconds have passed", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* after(10_000), "waiting")
    }).pipe(Effect.provide(late(10_001)))
  )

  it.effect("after more than ten seconds is too late", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* after(10_002), "timeout")
    }).pipe(Effect.provide(late(10_002)))
  )

  it.effect("after ten seconds and a millisecond is too late", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* after(10_001), "timeout")
    }).pipe(Effect.provide(late(10_001)))
  )

  it.effect("that never comes ends the request", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* after(10_001), "timeout")
    }).pipe(Effect.provide(answering(() => Effect.never).layer))
  )

  it.effect("that is too late is no longer waited for", () => {
    let interrupted = false
    const hang = Effect.onInterrupt(Effect.never, () =>
      Effect.sync(() => {
        interrupted = true
      })
    )
    return Effect.gen(function* () {
      yield* after(10_001)
      assert.isTrue(interrupted)
    }).pipe(Effect.provide(answering(() => hang).layer))
  })
})

describe("a request that fails", () => {
  it.effect("says why, from the code of what caused it", () => {
    const cause = new TypeError("fetch failed", { cause: Object.assign(new Error(), { code: "ECONNREFUSED" }) })
    return Effect.gen(function* () {
      assert.strictEqual(outcomeOf(yield* post()), "refused")
    }).pipe(Effect.provide(answering(() => Effect.fail(cause)).layer))
  })
})

describe("an address that may not be called", () => {
  it.effect.each([
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://[::ffff:7f00:1]/",
    "http://169.254.169.254/latest/meta-data/",
    "http://localhost:8080/",
    "http://metadata.google.internal/"
  ])("such as %s is never called", (url) => {
    const { layer, requests } = answering(() => status(200))
    return Effect.gen(function* () {
      assert.strictEqual(outcomeOf(yield* post(url)), "addressRefused")
      assert.deepStrictEqual(requests, [])
    }).pipe(Effect.provide(layer))
  })

  it.effect("says in delivery history which kind it is", () =>
    Effect.gen(function* () {
      const failure = Result.getOrThrow(Result.flip(yield* post("http://10.0.0.1/")))
      assert.strictEqual(failure.message, "The address may not be called: private")
    }).pipe(Effect.provide(answering(() => status(200)).layer))
  )

  it.effect("may be called where an installation allows it", () => {
    const { layer, requests } = answering(() => status(200))
    const allowLoopback = Layer.succeed(AddressPolicy, { allowed: [IpNetwork.fromStringUnsafe("127.0.0.0/8")] })
    return Effect.gen(function* () {
      assert.strictEqual(outcomeOf(yield* post("http://127.0.0.1:9/")), 200)
      assert.lengthOf(requests, 1)
    }).pipe(Effect.provide(Layer.provide(layer, allowLoopback)))
  })

  it.effect("is not known behind a name, which the platform resolves", () => {
    const { layer, requests } = answering(() => status(200))
    return Effect.gen(function* () {
      assert.strictEqual(outcomeOf(yield* post("http://receiver.example/")), 200)
      assert.lengthOf(requests, 1)
    }).pipe(Effect.provide(layer))
  })
})
