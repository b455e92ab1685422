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

/** What is still to be recorded of deliveries. */
const unfinished = "select count(*) as lanes from lane where ready_at is not null"

export class SellerObject extends sellerkit.SellerObject {
  readonly #storage: any

  constructor(context: any, env: Env) {
    countStorage(context.storage)
    super(context, env)
    this.#storage = context.storage
  }

  override alarm(): Promise<void> {
    countRing()
    return super.alarm()
  }

  /** As if the platform did. */
  ring(): Promise<void> {
    return super.alarm()
  }

  takeCount(): unknown {
    return takeCount()
  }

  isAtRest(): boolean {
    return uncounted(() => this.#storage.sql.exec(unfinished).one().lanes === 0)
  }

  alarmTime(): Promise<number | null> {
    return this.#storage.getAlarm()
  }
}

export default {
  /** `/a.b` calls the operator's `a.b`, `/object/a` the method `a` of a seller's object. */
  async fetch(request: Request, env: Env): Promise<Response> {
    const names = new URL(request.url).pathname.slice(1)
    const given: ReadonlyArray<any> = await request.json()
    if (names.startsWith("object/")) {
      const object = env.SELLERS.get(env.SELLERS.idFromName(given[0].sellerId))
      return Response.json((await object[names.slice("object/".length)]()) ?? null)
    }
    let method: any = sellerkit.operator(env)
    for (const name of names.split(".")) method = method[name]
    return Response.json((await method(...given)) ?? null)
  }
}
