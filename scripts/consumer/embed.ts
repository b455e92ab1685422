/** A host on Effect: an event is published, sent, and arrives, over each storage. */
import { documentedRetrySchedule, Events, Webhooks } from "@sellerkit/core"
import { DispatcherOnCall, waitAfter } from "@sellerkit/core/delivery"
import { Duration, Effect } from "effect"
import { deepEqual, equal } from "node:assert/strict"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { account, actor, cardChanged, serviceOver, storages } from "./parts.ts"

const bodies: Array<{ readonly events: ReadonlyArray<{ readonly type: string }> }> = []
const receiver = createServer((request, response) => {
  void text(request).then((body) => {
    bodies.push(JSON.parse(body))
    response.end()
  })
}).listen(0, "127.0.0.1")
await once(receiver, "listening")
const { port } = receiver.address() as AddressInfo

const program = Effect.gen(function* () {
  const webhooks = yield* Webhooks
  const events = yield* Events
  yield* webhooks.create(actor, {
    enabled: true,
    name: "Cards",
    url: `http://127.0.0.1:${port}/`,
    subscriptions: [{ scope: cardChanged.scope, event: cardChanged.type }]
  })
  const [published] = yield* events.publish(account, [cardChanged])
  equal(published?.deliveries, 1)
  yield* (yield* DispatcherOnCall).drainUntil(Effect.never)
}).pipe(Effect.provide(DispatcherOnCall.layer))

for (const storage of storages) await Effect.runPromise(Effect.provide(program, serviceOver(storage)))

deepEqual(
  bodies.map(({ events }) => events.map(({ type }) => type)),
  storages.map(() => [cardChanged.type])
)
equal(Duration.toSeconds(waitAfter(1, documentedRetrySchedule)), 10)
receiver.close()
