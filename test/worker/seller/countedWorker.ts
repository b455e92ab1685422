/** Sellerkit on Workers, which counts what its objects cost. Named by a path, its object does what a test asks for. */
import { sellerkitWorker } from "@sellerkit/adapter-worker"
import { countRing, countStorage, takeCount, uncounted } from "../../fixtures/worker/countStorage.ts"

interface Env {
  readonly SELLERS: any
}

const sellerkit = sellerkitWorker(({ SELLERS }: Env) => ({
  sellers: SELLERS,
  tokens: { secret: "a secret of at least thirty-two characters" },
  // Receivers of tests are on this machine.
  allowedNetworks: ["127.0.0.0/8"]
}))

/** How many events were in requests that are recorded. */
const recorded = "select coalesce(sum(json_array_length(events)), 0) as events from delivery"

export class SellerObject extends sellerkit.SellerObject {
  readonly #context: any

  constructor(context: any, env: Env) {
    countStorage(context.storage)
    super(context, env)
    this.#context = context
  }

  override alarm(): Promise<void> {
    countRing()
    return super.alarm()
  }

  /** As if the platform did. */
  ring(): Promise<void> {
    return super.alarm()
  }

  /** As the platform does with an object that nobody has called for a while. Ends with an error, as everything that the object does. */
  evict(): void {
    this.#context.abort("evicted")
  }

  takeCount(): unknown {
    return takeCount()
  }

  recorded(): number {
    return uncounted(() => this.#context.storage.sql.exec(recorded).one().events)
  }

  alarmTime(): Promise<number | null> {
    return this.#context.storage.getAlarm()
  }
}

export default {
  /** `/a.b` calls the operator's `a.b`, `/object/a` the method `a` of a seller's object. Reads are the seller's. */
  async fetch(request: Request, env: Env): Promise<Response> {
    const names = new URL(request.url).pathname.slice(1)
    if (request.method === "GET") return sellerkit.fetch(request, env)
    const given: ReadonlyArray<any> = await request.json()
    if (names.startsWith("object/")) {
      const object = env.SELLERS.get(env.SELLERS.idFromName(given[0].sellerId))
      const method = names.slice("object/".length)
      if (method === "evict") return Response.json(await object.evict().catch(() => null))
      return Response.json((await object[method]()) ?? null)
    }
    let method: any = sellerkit.operator(env)
    for (const name of names.split(".")) method = method[name]
    return Response.json((await method(...given)) ?? null)
  }
}
