/** The Durable Object of a seller: its data, its API, and the one who delivers its events. */
import { DurableObject } from "cloudflare:workers"
import type { Incoming } from "@sellerkit/core/http"
import type { SellerkitWebhooks } from "@sellerkit/embed/portable"
import type { ObjectContext } from "./Platform.ts"
import { openSeller, type Seller } from "./Seller.ts"
import type { AnyWorkerOptions } from "./WorkerOptions.ts"

/** What crosses from a Worker to a seller's object along with a request. */
export type Forwarded = Pick<Incoming, "caller" | "ip">

/** What the classes of this module answer to; it is called by their own Worker alone. */
export interface SellerObject {
  answer(request: Request, forwarded: Forwarded): Promise<Response>
  publish: Seller["publish"]
  revokeToken: Seller["revokeToken"]
  manageWebhooks<Name extends keyof SellerkitWebhooks>(
    name: Name,
    ...given: Parameters<SellerkitWebhooks[Name]>
  ): ReturnType<SellerkitWebhooks[Name]>
  alarm(): Promise<void>
}

export type SellerObjectClass<Env> = new (context: ObjectContext, env: Env) => SellerObject

export const makeSellerObject = <Env>(optionsOf: (env: Env) => AnyWorkerOptions): SellerObjectClass<Env> =>
  class extends DurableObject<Env> implements SellerObject {
    #seller!: Seller

    constructor(context: ObjectContext, env: Env) {
      super(context, env)
      // Nothing is answered before the schema is what it should be. When it cannot be, the platform begins anew.
      void context.blockConcurrencyWhile(async () => {
        this.#seller = await openSeller(context.storage, optionsOf(env))
      })
    }

    answer(request: Request, { caller, ip }: Forwarded): Promise<Response> {
      return this.#seller.answer(request, { caller, ip })
    }

    publish(...given: Parameters<Seller["publish"]>): ReturnType<Seller["publish"]> {
      return this.#seller.publish(...given)
    }

    revokeToken(tokenId: string): Promise<void> {
      return this.#seller.revokeToken(tokenId)
    }

    manageWebhooks<Name extends keyof SellerkitWebhooks>(name: Name, ...given: Parameters<SellerkitWebhooks[Name]>) {
      const method = this.#seller.webhooks[name] as (...given: ReadonlyArray<unknown>) => unknown
      return method(...given) as ReturnType<SellerkitWebhooks[Name]>
    }

    alarm(): Promise<void> {
      return this.#seller.ring()
    }
  }
