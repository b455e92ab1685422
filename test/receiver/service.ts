/** The real service in memory, whose dispatcher sends when a test says so, and a receiver of its notifications. */
import {
  AddressPolicy,
  type EventInput,
  Events,
  onBehalfOf,
  OwnRateBudgets,
  SecretVault,
  SellerId,
  Webhooks
} from "@sellerkit/core"
import { DispatcherOnCall } from "@sellerkit/core/delivery"
import { servicesLayer } from "@sellerkit/core/service"
import type { IncomingRequest, Receiver } from "@sellerkit/receiver"
import * as MemoryStorage from "@sellerkit/storage-memory"
import { NodeTransport } from "@sellerkit/transport-node"
import { Effect, Layer, Redacted } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { IpNetwork } from "effect/net"
import type { Framework } from "./frameworks.ts"

export const seller = { sellerId: SellerId.make("0b2f0e6a-6a2c-4f0e-9a53-0c2f3b8f5d11"), sandbox: false }
export const actor = onBehalfOf({ ...seller, serviceId: null }, "operator")

const transport = Layer.provide(
  NodeTransport.layer(),
  Layer.succeed(AddressPolicy, { allowed: [IpNetwork.fromStringUnsafe("127.0.0.0/8")] })
)

export const serviceLayer = DispatcherOnCall.layer.pipe(
  Layer.provideMerge(servicesLayer),
  Layer.provideMerge(Layer.mergeAll(MemoryStorage.layer, transport, SecretVault.layer([]), OwnRateBudgets.layer)),
  Layer.provideMerge(Layer.provideMerge(Mac.layerWebCrypto, SecureRandom.layerWebCrypto))
)

const card = (number: number): EventInput => ({
  scope: "content",
  type: "card_changed",
  payload: { nmID: number, vendorCode: `Карта-${number}`, updatedAt: "2026-01-15T09:30:00Z" },
  idempotencyKey: `card-${number}`
})

/** Sends what is due. */
export const drain = Effect.flatMap(DispatcherOnCall, ({ drainUntil }) => drainUntil(Effect.never))

/** Publishes them, and sends what is due. */
export const publish = Effect.fnUntraced(function* (...numbers: ReadonlyArray<number>) {
  yield* (yield* Events).publish(seller, numbers.map(card))
  yield* drain
})

/** A request as it came, to be sent once more. */
export interface Recorded {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly status: number
}

const headerNames = ["authorization", "content-type", "webhook-id", "webhook-timestamp", "webhook-signature"]

/** Keeps what came, and what was answered. */
const recording = (receiver: Receiver, recorded: Array<Recorded>): Receiver => ({
  receive: async (request) => {
    let body = ""
    const readBody: IncomingRequest["readBody"] = async (largest) => {
      const bytes = await request.readBody(largest)
      body = new TextDecoder().decode(bytes)
      return bytes
    }
    const headers = Object.fromEntries(headerNames.map((name) => [name, request.header(name) ?? ""]))
    const answer = await receiver.receive({ method: request.method, header: (name) => request.header(name), readBody })
    recorded.push({ headers, body, status: answer.status })
    return answer
  }
})

/** Mounts the receiver, and creates a webhook that leads to it, and whose secret it is then told. */
export const subscribe = Effect.fnUntraced(function* (framework: Framework, receiver: Receiver) {
  const recorded: Array<Recorded> = []
  const { url } = yield* Effect.acquireRelease(
    Effect.promise(() => framework.mount(recording(receiver, recorded))),
    ({ close }) => Effect.promise(close)
  )
  const { secret, webhook } = yield* (yield* Webhooks).create(actor, {
    enabled: true,
    name: "Receiver",
    url,
    subscriptions: [
      { scope: "content", event: "card_changed" },
      { scope: "questionsandfeedback", event: "feedback_updated" }
    ]
  })
  const send = (request: Pick<Recorded, "body" | "headers">) =>
    Effect.promise(async () => {
      const answer = await fetch(url, { method: "POST", headers: request.headers, body: request.body })
      return { status: answer.status, message: await answer.text() }
    })
  return { id: webhook.id, secret: Redacted.value(secret), recorded, send, url }
})
