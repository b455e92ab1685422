/** The service in workerd, with its objects' data in a folder. */
import { Miniflare } from "miniflare"
import { join } from "node:path"
import { bundle, type WorkerModule } from "../../test/fixtures/worker/bundle.ts"
import { now } from "../machine/clock.ts"
import type { Counted } from "../../test/fixtures/worker/countStorage.ts"
import type { PublishRequest, WebhookRequest } from "../processes/edgeWorker.ts"
import type { AcceptedEvent } from "../load/benchEvent.ts"
import type { BenchWebhook } from "../load/benchWebhook.ts"

/** The first is the one that the platform starts with. */
export type EdgeCode = ReadonlyArray<WorkerModule>

export const edgeWorker = async (): Promise<EdgeCode> =>
  (await bundle(join(import.meta.dirname, "..", "processes", "edgeWorker.ts"))).modules

export const emptyWorker: EdgeCode = [
  { type: "ESModule", path: "index.js", contents: "export default { fetch: () => new Response() }" }
]

interface Commands {
  createWebhooks(request: WebhookRequest): Promise<ReadonlyArray<BenchWebhook & { readonly token: string }>>
  publishAll(request: PublishRequest): Promise<ReadonlyArray<AcceptedEvent>>
  takeCount(): Promise<Counted>
  evict(sellerId: string): Promise<void>
}

export interface Edge extends Commands {
  readonly origin: string
  readonly port: number
  /** Milliseconds from its start until it listens. */
  readonly startTime: number
}

/** Runs a Worker. `folder` gets the data of objects; without one there are none. */
export const withWorkerd = async <A>(
  code: EdgeCode,
  { folder, isCounted = false }: { readonly folder?: string; readonly isCounted?: boolean },
  use: (edge: Edge) => Promise<A>
): Promise<A> => {
  const startedAt = now()
  const miniflare = new Miniflare({
    modules: [...code],
    compatibilityDate: "2026-07-30",
    bindings: { IS_COUNTED: isCounted },
    ...(folder === undefined
      ? undefined
      : {
          durableObjectsPersist: folder,
          durableObjects: {
            SELLERS: { className: "SellerObject", useSQLite: true },
            BARE: { className: "BareObject", useSQLite: true }
          }
        })
  })
  try {
    const { origin, port } = await miniflare.ready
    const startTime = now() - startedAt
    const call = (name: keyof Commands) => async (input: unknown) => {
      const answer = await fetch(`${origin}/${name}`, { method: "POST", body: JSON.stringify(input ?? null) })
      if (!answer.ok) throw new Error(`${name}: ${await answer.text()}`)
      return (await answer.json()) as any
    }
    return await use({
      origin,
      port: Number(port),
      startTime,
      createWebhooks: call("createWebhooks"),
      publishAll: call("publishAll"),
      takeCount: call("takeCount") as Commands["takeCount"],
      evict: call("evict")
    })
  } finally {
    await miniflare.dispose()
  }
}
