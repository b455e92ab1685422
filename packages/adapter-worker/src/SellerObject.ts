/** The Durable Object of a seller: its data, its API, and the one who delivers its events. */
import { DurableObject } from "cloudflare:workers"
import type { Incoming } from "@sellerkit/core/http"
import type { Managed, Methods } from "./Managed.ts"
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
  fates: Seller["fates"]
  health: Seller["health"]
  reencryptSecrets: Seller["reencryptSecrets"]
  /** Calls one of the methods by its name. */
  manage(group: keyof Managed, name: string, ...given: ReadonlyArray<unknown>): Promise<unknown>
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

    fates(...given: Parameters<Seller["fates"]>): ReturnType<Seller["fates"]> {
      return this.#seller.fates(...given)
    }

    health(...given: Parameters<Seller["health"]>): ReturnType<Seller["health"]> {
      return this.#seller.health(...given)
    }

    reencryptSecrets(): ReturnType<Seller["reencryptSecrets"]> {
      return this.#seller.reencryptSecrets()
    }

    manage(group: keyof Managed, name: string, ...given: ReadonlyArray<unknown>): Promise<unknown> {
      return (this.#seller[group] as unknown as Methods)[name]!(...given)
    }

    alarm(): Promise<void> {
      return this.#seller.ring()
    }
  }
