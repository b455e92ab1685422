/** That values cross the bridge as they are, and that a call ends there as it ends here. */
import { assert, describe, it } from "@effect/vitest"
import {
  DeliveryQueue,
  EventId,
  EventStore,
  historyEntries,
  HistoryEntryId,
  RecordStore,
  type Owner,
  SealedSecret,
  SellerId,
  StorageError,
  Webhook,
  WebhookId,
  WebhookNotFound,
  WebhookStore,
  type WebhookWrite
} from "@sellerkit/core"
import { Cause, DateTime, Duration, Effect, Exit, Fiber, Layer, Option, Redacted, Result, Scope } from "effect"
import { afterAll, vi } from "vitest"
import { serve, type Socket } from "./bridge/serve.ts"
import { makeCrossing, storagePorts } from "./storagePorts.ts"
import { startStorageObjects } from "./storageObjects.ts"

const { make, stop } = await startStorageObjects()
afterAll(stop)

const uuid = (number: number): string => `01980000-0000-7000-8000-${String(number).padStart(12, "0")}`

const owner: Owner = { sellerId: SellerId.make(uuid(1)), sandbox: false, serviceId: null }
const scope = "content"
const type = "card_changed"

const webhook = (number: number): Webhook =>
  new Webhook({
    id: WebhookId.make(uuid(number)),
    owner,
    name: "Bridge",
    url: "https://receiver.example/",
    subscriptions: [{ scope, event: type }],
    status: "enabled",
    createdAt: DateTime.makeUnsafe(0),
    updatedAt: DateTime.makeUnsafe(0)
  })

const write = (number: number): WebhookWrite & { readonly secret: SealedSecret } => ({
  webhook: webhook(number),
  secret: SealedSecret("plain.secret"),
  entry: historyEntries.encode({
    id: HistoryEntryId.make(uuid(number)),
    owner,
    time: DateTime.makeUnsafe(0),
    source: "api",
    action: "createWebhook",
    request: {},
    response: {}
  })
})

/** What comes last of the write is larger than the platform takes. */
const tooLarge = (number: number) => {
  const { entry, ...made } = write(number)
  return { ...made, entry: { ...entry, content: "x".repeat(2_200_000) } }
}

const publish = (number: number) =>
  Effect.flatMap(EventStore, (events) =>
    events.append(owner, [
      { id: EventId.make(uuid(number)), time: DateTime.makeUnsafe(0), timeGiven: false, scope, type, payload: "{}" }
    ])
  )

class Handle {
  readonly name = "handle"
  readonly #hidden = 7
  static hiddenOf(handle: Handle): number {
    return handle.#hidden
  }
}

describe("a value", () => {
  const there = makeCrossing()
  const here = makeCrossing()
  const cross = (value: unknown) => here.decode(JSON.parse(JSON.stringify(there.encode(value))))

  for (const [title, value] of Object.entries<unknown>({
    primitives: [null, true, "text", 1.5, Number.NaN, Number.NEGATIVE_INFINITY, 12n, undefined],
    "what looks like another": ["undefined", ["option", 1], { "0": "object" }, []],
    options: [Option.none(), Option.some(Option.some(undefined))],
    results: [Result.succeed(1), Result.fail({ _tag: "Plain" })],
    times: [DateTime.makeUnsafe(1_700_000_000_123), new Date(5), Duration.millis(1.5), Duration.infinity],
    collections: [new Map([[{ a: 1 }, new Set([1, "b"])]]), Uint8Array.from([0, 255])],
    instances: [webhook(5), new WebhookNotFound({ id: WebhookId.make(uuid(6)) })],
    exits: [
      Exit.succeed(Option.some(1)),
      Exit.fail(new WebhookNotFound({ id: WebhookId.make(uuid(6)) })),
      Exit.die("defect")
    ]
  })) {
    it(`arrives as it was sent: ${title}`, () => assert.deepStrictEqual(cross(value), value))
  }

  it("keeps its class, with what errors carry", () => {
    assert.instanceOf(cross(webhook(5)), Webhook)
    const cause = Object.assign(new TypeError("broken"), { code: 7 })
    const error = cross(new StorageError({ operation: "one", retryable: true, cause })) as StorageError
    assert.instanceOf(error, StorageError)
    assert.deepInclude(error, { operation: "one", retryable: true })
    assert.deepInclude(error.cause, { name: "TypeError", message: "broken", code: 7 })
  })

  it("stays a secret", () => {
    const secret = cross(Redacted.make("hunter2")) as Redacted.Redacted
    assert.strictEqual(Redacted.value(secret), "hunter2")
    assert.notInclude(String(secret), "hunter2")
  })

  it("stays where it is when nobody else could make it, and comes back as itself", () => {
    const handle = new Handle()
    const seen = cross([handle, handle]) as ReadonlyArray<object>
    assert.deepStrictEqual(seen, [{ name: "handle" }, { name: "handle" }])
    for (const each of seen) {
      const back = there.decode(here.encode({ each })).each as Handle
      assert.strictEqual(back, handle)
      assert.strictEqual(Handle.hiddenOf(back), 7)
    }
  })
})

describe("a call of an object's service", () => {
  const test = (title: string, body: Effect.Effect<void, unknown, DeliveryQueue | EventStore | WebhookStore>) =>
    it.effect(title, () => Effect.provide(body, Layer.unwrap(make)))

  test(
    "that is broken off has ended there as well, and keeps nothing from the next one",
    Effect.gen(function* () {
      const { awaitWork } = yield* DeliveryQueue
      yield* (yield* WebhookStore).insert(owner, () => Result.succeed(write(5)))
      const first = yield* Effect.forkChild(awaitWork, { startImmediately: true })
      yield* Fiber.interrupt(first)
      const second = yield* Effect.forkChild(awaitWork, { startImmediately: true })
      yield* publish(1)
      yield* Fiber.join(second)
    })
  )

  test(
    "asks the functions that it is given, and fails as they do, alone",
    Effect.gen(function* () {
      const store = yield* WebhookStore
      const seen: Array<number> = []
      const insert = (decide: Parameters<typeof store.insert>[1]) =>
        Effect.exit(
          store.insert(owner, (state) => {
            seen.push(state.webhooks)
            return decide(state)
          })
        )
      const exits = yield* Effect.all(
        [
          insert(() => Result.succeed(write(5))),
          insert(() => Result.fail("refused")),
          insert(() => {
            throw new RangeError("broken")
          })
        ],
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(exits.slice(0, 2), [Exit.succeed(webhook(5)), Exit.fail("refused")])
      const failure = Option.getOrThrow(Exit.findErrorOption(exits[2]!)) as StorageError
      assert.instanceOf(failure, StorageError)
      assert.deepInclude(failure.cause, { name: "RangeError", message: "broken" })
      assert.deepStrictEqual(yield* store.list(owner), [webhook(5)])
      assert.includeMembers([0, 1], seen)
    })
  )

  test(
    "leaves nothing of a write that breaks in its middle, and undoes no other",
    Effect.gen(function* () {
      const store = yield* WebhookStore
      const insert = (made: ReturnType<typeof write>) => Effect.exit(store.insert(owner, () => Result.succeed(made)))
      const exits = yield* Effect.all([insert(write(5)), insert(tooLarge(6)), insert(write(7))], {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(exits.map(Exit.isSuccess), [true, false, true])
      const failure = Option.getOrThrow(Exit.findErrorOption(exits[1]!)) as StorageError
      assert.deepInclude(failure, { _tag: "StorageError", retryable: false })
      assert.match((failure.cause as Error).message, /SQLITE_TOOBIG/)
      assert.sameDeepMembers([...(yield* store.list(owner))], [webhook(5), webhook(7)])
    })
  )

  it.effect("dies when the object is evicted meanwhile", () =>
    Effect.gen(function* () {
      const storage = yield* make
      const lifetime = yield* Scope.make()
      const { awaitWork } = yield* Layer.buildWithScope(storage, lifetime).pipe(
        Effect.flatMap((context) => Effect.provideContext(Effect.service(DeliveryQueue), context))
      )
      const waiting = yield* Effect.forkChild(awaitWork, { startImmediately: true })
      yield* Scope.close(lifetime, Exit.void)
      const exit = yield* Fiber.await(waiting)
      assert.isTrue(Exit.isFailure(exit) && /The object is gone/.test(Cause.pretty(exit.cause)))
    })
  )

  it("is made of nothing where the services cannot be had, which says why", async () => {
    const error = new StorageError({
      operation: "open",
      retryable: false,
      cause: new Error("written by a newer version")
    })
    const heard = new EventTarget()
    const evicted = vi.fn<() => void>()
    const said = new Promise<string>((resolve) => {
      const socket = {
        send: resolve,
        addEventListener: heard.addEventListener.bind(heard) as Socket["addEventListener"]
      }
      serve(socket, {
        crossing: makeCrossing(),
        tags: storagePorts,
        layer: Layer.effect(RecordStore, Effect.fail(error)),
        url: "https://object.test/?now=0",
        evict: evicted
      })
    })
    const message = JSON.parse(await said)
    assert.strictEqual(message.type, "unavailable")
    assert.deepStrictEqual(makeCrossing().decode(message.exit), Exit.fail(error))
    heard.dispatchEvent(new MessageEvent("message", { data: JSON.stringify({ type: "evict" }) }))
    assert.strictEqual(evicted.mock.calls.length, 1)
  })
})
