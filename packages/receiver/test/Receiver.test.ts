/** What a receiver does with a notification, and what it answers. */
import { assert, describe, it } from "@effect/vitest"
import { vi } from "vitest"
import { memoryStore } from "../src/memoryStore.ts"
import { systemPlatform } from "../src/Platform.ts"
import type { Problem } from "../src/Problem.ts"
import type { ProcessedEvents } from "../src/ProcessedEvents.ts"
import { createReceiver, type ReceiverOptions } from "../src/Receiver.ts"
import { event, makePlatform, notification, now, request, secret, signed } from "./requests.ts"

const makeTrial = (options: Partial<ReceiverOptions> = {}) => {
  const time = makePlatform()
  const handled: Array<string> = []
  const problems: Array<Problem> = []
  const receiver = createReceiver({
    secrets: secret,
    store: memoryStore(),
    on: { "content/card_changed": ({ idempotencyKey }) => void handled.push(idempotencyKey) },
    report: (problem) => void problems.push(problem),
    platform: time.platform,
    now: time.now,
    ...options
  })
  return { ...time, handled, problems, receiver }
}

const keys = (...some: ReadonlyArray<string>): string =>
  notification(...some.map((idempotencyKey) => event({ idempotencyKey })))

describe("a receiver", () => {
  it("answers 200, and leaves nothing behind", async () => {
    const { handled, problems, receiver, sleeping } = makeTrial()
    const answer = await receiver.receive(request(keys("a", "b")))
    assert.deepInclude(answer, { status: 200, message: "" })
    await answer.finished
    assert.deepStrictEqual([handled, problems, sleeping()], [["a", "b"], [], []])
  })

  it("may wait longer than a timer can", async () => {
    vi.useFakeTimers()
    try {
      const answered = new AbortController()
      let isOver = false
      const over = systemPlatform.sleep(Infinity, answered.signal).then(() => void (isOver = true))
      await vi.advanceTimersByTimeAsync(86_400_000)
      assert.isFalse(isOver)
      answered.abort()
      await over
    } finally {
      vi.useRealTimers()
    }
  })

  it("handles an event once that is twice in one notification", async () => {
    const { handled, receiver } = makeTrial()
    assert.deepInclude(await receiver.receive(request(keys("a", "a"))), { status: 200 })
    assert.deepStrictEqual(handled, ["a"])
  })

  it("accepts events that nobody handles, and does not remember them", async () => {
    const store: ProcessedEvents = { once: () => Promise.reject(new Error("It was asked")) }
    const { receiver } = makeTrial({ on: {}, store })
    const body = notification(
      event(),
      event({ test: true }),
      event({ scope: "new", type: "one" }),
      event({ type: "x" })
    )
    assert.deepInclude(await receiver.receive(request(body)), { status: 200 })
  })

  it("gives test events and unknown ones to handlers of their own", async () => {
    const said: Array<string> = []
    const { receiver } = makeTrial({
      on: { "content/card_changed": () => void said.push("known") },
      onTest: ({ name }) => void said.push(`test ${name}`),
      onOther: ({ name, payload }) => void said.push(`other ${name} ${JSON.stringify(payload)}`)
    })
    const body = notification(
      event({ idempotencyKey: "1", test: true }),
      event({ idempotencyKey: "2" }),
      event({ idempotencyKey: "3", scope: "toString", type: "y", payload: [1, "x", null] })
    )
    assert.deepInclude(await receiver.receive(request(body)), { status: 200 })
    assert.deepStrictEqual(said, ["test content/card_changed", "known", 'other toString/y [1,"x",null]'])
  })

  it("tells the handler which notification brought the event, and what the store gives", async () => {
    const contexts: Array<object> = []
    const store: ProcessedEvents<string> = {
      once: async (_, handle) => {
        await handle("a transaction")
        return "handled"
      }
    }
    const receiver = createReceiver({
      secrets: secret,
      store,
      on: { "content/card_changed": (_, { requestId, transaction }) => void contexts.push({ requestId, transaction }) },
      ...makePlatform()
    })
    assert.deepInclude(await receiver.receive(request(keys("a"))), { status: 200 })
    assert.deepStrictEqual(contexts, [{ requestId: "request-1", transaction: "a transaction" }])
  })

  it("answers 500 when the store fails, and goes on with the other events", async () => {
    const store: ProcessedEvents = {
      once: async ({ idempotencyKey }, handle) => {
        if (idempotencyKey === "a") throw new Error("No connection")
        await handle(undefined)
        return "handled"
      }
    }
    const { handled, problems, receiver } = makeTrial({ store })
    const answer = await receiver.receive(request(keys("a", "b")))
    assert.deepInclude(answer, { status: 500, message: "1 of 2 events could not be handled: send them again" })
    assert.deepStrictEqual(handled, ["b"])
    assert.match(problems[0]!.message, /^content\/card_changed a of the seller seller-1 could not be handled/)
  })

  it("waits for somebody else who is at an event, longer each time, after it has handled the others", async () => {
    const outcomes = ["busy", "busy", "processed"] as const
    let asked = 0
    const store: ProcessedEvents = {
      once: async ({ idempotencyKey }, handle) => {
        if (idempotencyKey === "a") return outcomes[asked++]!
        await handle(undefined)
        return "handled"
      }
    }
    const { handled, pass, receiver, sleeping } = makeTrial({ store })
    const answer = receiver.receive(request(keys("a", "b")))
    await vi.waitFor(() => assert.deepStrictEqual([handled, asked, sleeping()], [["b"], 1, [8000, 25]]))
    pass(25)
    await vi.waitFor(() => assert.deepStrictEqual([asked, sleeping()], [2, [7975, 50]]))
    pass(50)
    assert.deepInclude(await answer, { status: 200 })
  })

  it("answers 503 in time, begins nothing more, and takes what the slow handler does after that for done", async () => {
    const finish = Promise.withResolvers<void>()
    const handled: Array<string> = []
    let aborted = false
    const { pass, problems, receiver } = makeTrial({
      on: {
        "content/card_changed": async ({ idempotencyKey }, { signal }) => {
          handled.push(idempotencyKey)
          if (idempotencyKey !== "b") return
          signal.addEventListener("abort", () => (aborted = true))
          await finish.promise
        }
      }
    })
    const answering = receiver.receive(request(keys("a", "b", "c", "d")))
    await vi.waitFor(() => assert.deepStrictEqual(handled, ["a", "b"]))
    pass(7999)
    await Promise.resolve()
    assert.isFalse(aborted)
    pass(1)
    const { finished, message, status } = await answering
    assert.deepStrictEqual([status, aborted], [503, true])
    assert.match(
      message,
      /^content\/card_changed b of the seller seller-1 was not handled 8000 ms after .*, and 2 more/
    )
    assert.deepStrictEqual(
      problems.map(({ event, kind }) => [kind, event?.idempotencyKey]),
      [["late", "b"]]
    )
    finish.resolve()
    await finished
    assert.deepStrictEqual(handled, ["a", "b"])
    assert.deepInclude(await receiver.receive(request(keys("a", "b", "c", "d"))), { status: 200 })
    assert.deepStrictEqual(handled, ["a", "b", "c", "d"])
  })

  it.each([
    [
      "throws",
      () => {
        throw new Error("The log is full")
      }
    ],
    ["rejects", () => Promise.reject(new Error("The log is full"))]
  ])("answers as it should although its report %s, and then prints", async (_title, report) => {
    const print = vi.spyOn(console, "error").mockReturnValue()
    const { receiver } = makeTrial({ report })
    const answer = await receiver.receive({ ...request(""), header: () => null })
    await Promise.resolve()
    const printed = print.mock.calls.map((words) => words.join(" "))
    print.mockRestore()
    assert.deepInclude(answer, { status: 401 })
    assert.match(printed[0]!, /^There is no Authorization header/)
    assert.match(printed[1]!, /because report has thrown: Error: The log is full$/)
  })

  it("answers 503 when the body does not arrive, and does not wait for a stranger's at all", async () => {
    const { pass, receiver, sleeping } = makeTrial()
    const endless = { method: "POST", readBody: () => new Promise<Uint8Array>(() => undefined) }
    const answering = receiver.receive({ ...endless, header: (name) => signed("")[name] })
    await vi.waitFor(() => assert.deepStrictEqual(sleeping(), [8000]))
    pass(8000)
    const { message, status } = await answering
    assert.strictEqual(status, 503)
    assert.match(message, /^The notification could not be read within 8000 ms: its body has not arrived/)
    assert.deepInclude(await receiver.receive({ ...endless, header: () => null }), { status: 401 })
  })

  it("takes POST only", async () => {
    const { receiver } = makeTrial()
    const answer = await receiver.receive({ ...request(keys("a")), method: "GET" })
    assert.deepInclude(answer, { status: 405, message: "Notifications come with POST, and this is a GET" })
  })

  it("refuses a body that says it is too large without reading it, and one that is", async () => {
    const { receiver } = makeTrial({ largestBody: 100 })
    const unread = { ...request("", { authorization: secret, "content-length": "101" }), readBody: () => assert.fail() }
    assert.deepInclude(await receiver.receive(unread), { status: 413 })
    assert.deepInclude(await receiver.receive(request("x".repeat(101))), { status: 413 })
    assert.deepInclude(await receiver.receive(request("x".repeat(100))), { status: 400 })
  })

  it("takes unsigned notifications, unless it is told not to", async () => {
    const unsigned = () => request(keys("a"), { authorization: secret })
    assert.deepInclude(await makeTrial().receiver.receive(unsigned()), { status: 200 })
    assert.deepInclude(await makeTrial({ requireSignature: true }).receiver.receive(unsigned()), { status: 401 })
    assert.deepInclude(await makeTrial({ requireSignature: true }).receiver.receive(request(keys("a"))), {
      status: 200
    })
  })

  it.each([
    [-300, 200],
    [-301, 401],
    [300, 200],
    [301, 401]
  ])("looks at a signature's time: %s s from now is %s", async (seconds, status) => {
    const body = keys("a")
    const headers = signed(body, String(now / 1000 + seconds))
    assert.deepInclude(await makeTrial().receiver.receive(request(body, headers)), { status })
  })

  it("asks for its secrets each time, where it is given a function", async () => {
    let secrets: string | ReadonlyArray<string> = ["whsec_b3RoZXI=", secret]
    const { receiver } = makeTrial({ secrets: async () => secrets })
    assert.deepInclude(await receiver.receive(request(keys("a"))), { status: 200 })
    secrets = "whsec_b3RoZXI="
    assert.deepInclude(await receiver.receive(request(keys("a"))), { status: 401 })
  })

  it("takes no other secret, however many are tried", async () => {
    const { handled, receiver } = makeTrial()
    for (let number = 0; number < 3000; number++) {
      const guess = request(keys("a"), { authorization: `${secret.slice(0, -number % 40)}${number}` })
      assert.deepInclude(await receiver.receive(guess), { status: 401 })
    }
    assert.deepStrictEqual(handled, [])
  })

  it("does not take a signature by one secret beside the other one in Authorization", async () => {
    const { receiver } = makeTrial({ secrets: [secret, "whsec_b3RoZXI="] })
    const body = keys("a")
    const mixed = { ...signed(body), authorization: "whsec_b3RoZXI=" }
    assert.deepInclude(await receiver.receive(request(body, mixed)), { status: 401 })
  })

  it("answers 500 and says why when its secrets cannot be had", async () => {
    const { problems, receiver } = makeTrial({ secrets: () => Promise.reject(new Error("The vault is closed")) })
    assert.deepInclude(await receiver.receive(request(keys("a"))), { status: 500 })
    assert.deepStrictEqual(
      problems.map(({ error, kind }) => [kind, String(error)]),
      [["failed", "Error: The vault is closed"]]
    )
  })

  it("says which secret to give where the function for them gives nothing", async () => {
    const { problems, receiver } = makeTrial({ secrets: () => undefined as never })
    assert.deepInclude(await receiver.receive(request(keys("a"))), { status: 500 })
    assert.match(String(problems[0]!.error), /has no secret: give it the one that Create webhook showed/)
  })

  it.each<readonly [secrets: unknown]>([
    [""],
    [[]],
    ["whsec_"],
    [[secret, ""]],
    [undefined],
    [null],
    [[secret, undefined]],
    [17]
  ])("is not made with secrets that are none: %j", (secrets) => {
    assert.throws(() => makeTrial({ secrets: secrets as never }), /give it the one that Create webhook showed/)
  })
})

describe("processed events in memory", () => {
  it("are as many as one says at least, and at most twice as many", async () => {
    const store = memoryStore({ least: 3 })
    let calls = 0
    const ask = (number: number) =>
      store.once({ sellerId: "s", idempotencyKey: String(number) }, async () => void calls++)
    for (let number = 1; number <= 8; number++) {
      await ask(number)
      for (let earlier = Math.max(1, number - 2); earlier <= number; earlier++) {
        assert.strictEqual(await ask(earlier), "processed")
      }
    }
    assert.strictEqual(await ask(1), "handled", "it was forgotten")
    assert.throws(() => memoryStore({ least: 0 }), "least is 0: give a number of events from 1 on")
  })
})
