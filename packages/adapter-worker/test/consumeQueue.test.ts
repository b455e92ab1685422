/** What becomes of a queue's messages that cannot be published, and what the log says of them. */
import { assert, describe, it } from "@effect/vitest"
import { EventsRejected, IdempotencyConflict, StorageError, UnknownEventType } from "@sellerkit/core"
import { type LogEntry, logLayer } from "@sellerkit/embed/portable"
import { Effect } from "effect"
import { consumeQueue } from "../src/gateway/consumeQueue.ts"

const sellerId = "01980000-0000-7000-8000-000000000001"

/** Everything in it could say something of the seller's business. */
const body = { sellerId, events: [{ scope: "orders", type: "paid", payload: {}, idempotencyKey: "private-17" }] }

/** Gives the queue one message, of which the operator says so. */
const consume = async (content: unknown, refusal?: unknown) => {
  const entries: Array<LogEntry> = []
  const ended: Array<string> = []
  const message = { id: "m-1", body: content, ack: () => ended.push("ack"), retry: () => ended.push("retry") }
  const publish = () => (refusal === undefined ? Promise.resolve([]) : Promise.reject(refusal))
  await consumeQueue({ publish } as never, { messages: [message] }).pipe(
    Effect.provide(logLayer((entry) => entries.push(entry))),
    Effect.runPromise
  )
  return { ended, entries }
}

const written = "A message of the queue could not be published and goes back to it"

describe("A message of a queue", () => {
  it("is taken without a word", async () =>
    assert.deepStrictEqual(await consume(body), { ended: ["ack"], entries: [] }))

  it("has a key for each event that has none, also where that is said", async () => {
    const published: Array<unknown> = []
    const events = [
      { scope: "orders", type: "paid", payload: {} },
      { scope: "orders", type: "paid", payload: {}, idempotencyKey: undefined },
      { scope: "orders", type: "paid", payload: {}, idempotencyKey: "its-own" }
    ]
    const publish = (_seller: unknown, given: ReadonlyArray<{ readonly idempotencyKey: string }>) => {
      published.push(...given.map(({ idempotencyKey }) => idempotencyKey))
      return Promise.resolve([])
    }
    const message = { id: "m-1", body: { sellerId, events }, ack: () => undefined, retry: () => undefined }
    await Effect.runPromise(consumeQueue({ publish } as never, { messages: [message] }))
    assert.deepStrictEqual(published, ["m-1-0", "m-1-1", "its-own"])
  })

  it.each([
    ["is no publication", { events: body.events }, undefined, "InputInvalid", "message.sellerId"],
    [
      "has a time that no reader could read",
      { sellerId, events: [{ ...body.events[0], time: new Date(Date.UTC(58885, 3)) }] },
      undefined,
      "InputInvalid",
      "message.events.0.time"
    ],
    [
      "has an event that is not known",
      body,
      new EventsRejected({ problems: [new UnknownEventType({ index: 0, scope: "orders", type: "paid" })] }),
      "EventsRejected",
      "events.0.type"
    ],
    [
      "has the key of another event",
      body,
      new IdempotencyConflict({ index: 0, idempotencyKey: "private-17" }),
      "IdempotencyConflict",
      "events.0.idempotencyKey"
    ]
  ])(
    "goes back where it %s, and the log has which and where, not what",
    async (_title, content, refusal, tag, where) => {
      const { ended, entries } = await consume(content, refusal)
      assert.deepStrictEqual(ended, ["retry"])
      const said = entries.map(({ annotations, cause, level, message }) => [level, message, cause, annotations])
      assert.deepStrictEqual(said, [["Warn", written, undefined, { messageId: "m-1", refusal: tag, locations: where }]])
      assert.notMatch(JSON.stringify(entries), /private-17|paid/)
    }
  )

  it.each([
    ["the object could not be reached", new Error("Network connection lost."), /Network connection lost/],
    [
      "its storage failed",
      new StorageError({ operation: "EventStore.append", retryable: false, cause: new Error("full") }),
      /EventStore\.append failed/
    ]
  ])("goes back where %s, and the log has the cause", async (_title, failure, says) => {
    const { ended, entries } = await consume(body, failure)
    assert.deepStrictEqual(ended, ["retry"])
    assert.match(entries[0]!.cause!, says)
    assert.deepStrictEqual(entries[0]!.annotations, { messageId: "m-1" })
  })
})
