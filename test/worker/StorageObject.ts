/** A Worker whose Durable Objects are storages: each connection to one opens its storage again. */
import { DeliveryQueue } from "@sellerkit/core"
import { type DurableObjectStorage, layer } from "@sellerkit/storage-sqlite/durable-object"
import { serve, type Socket } from "./bridge/serve.ts"
import { Effect, Layer } from "effect"
import { makeCrossing, storagePorts } from "./storagePorts.ts"

interface State {
  readonly storage: DurableObjectStorage
  abort(reason: string): void
}

declare const WebSocketPair: new () => { readonly 0: WebSocket; readonly 1: Socket & { accept(): void } }

/** Without dispatchers that lanes are leased to: their functions give effects, which do not cross a bridge. */
const withoutTakers = Layer.effect(
  DeliveryQueue,
  Effect.map(DeliveryQueue, (queue) => DeliveryQueue.of({ ...queue, leaseOnArrival: () => Effect.void }))
)

export class StorageObject {
  private readonly state: State

  constructor(state: State) {
    this.state = state
  }

  fetch({ url }: Request): Response {
    const { 0: client, 1: server } = new WebSocketPair()
    server.accept()
    serve(server, {
      crossing: makeCrossing(),
      tags: storagePorts,
      layer: Layer.provideMerge(withoutTakers, layer(this.state.storage)),
      url,
      evict: () => this.state.abort("evicted")
    })
    return new Response(null, { status: 101, webSocket: client } as ResponseInit)
  }
}

interface Environment {
  readonly STORAGES: { getByName(name: string): { fetch(request: Request): Promise<Response> } }
}

export default {
  /** The path is the object's name. */
  fetch: (request: Request, { STORAGES }: Environment): Promise<Response> =>
    STORAGES.getByName(new URL(request.url).pathname).fetch(request)
}
