/** The Durable Object of a seller: its data, its API, and what delivers its events. */
import { DurableObject } from "cloudflare:workers"
import type { Incoming } from "@sellerkit/core/http"
import { methodAt } from "../Methods.ts"
import type { ObjectContext } from "../Platform.ts"
import { openSeller, type Seller } from "./Seller.ts"
import type { AnyWorkerOptions } from "../WorkerOptions.ts"

/** What crosses from a Worker to a seller's object along with a request. */
export type Forwarded = Pick<Incoming, "caller" | "ip">

/** What the classes of this module answer to. Only their own Worker calls it. */
export interface SellerObject {
  answer(request: Request, forwarded: Forwarded): Promise<Response>
  /** Calls one of the methods by its name, which follows the name of its group. */
  call<A>(names: ReadonlyArray<string>, ...given: ReadonlyArray<unknown>): Promise<A>
  alarm(): Promise<void>
}

export type SellerObjectClass<Env> = new (context: ObjectContext, env: Env) => SellerObject

export const makeSellerObject = <Env>(optionsOf: (env: Env) => AnyWorkerOptions): SellerObjectClass<Env> =>
  class extends DurableObject<Env> implements SellerObject {
    #seller!: Seller

    constructor(context: ObjectContext, env: Env) {
      super(context, env)
      // No request is answered before the schema is up to date. If that fails, the platform starts the object again.
      void context.blockConcurrencyWhile(async () => {
        this.#seller = await openSeller(context.storage, optionsOf(env))
      })
    }

    answer(request: Request, { caller, ip }: Forwarded): Promise<Response> {
      return this.#seller.answer(request, { caller, ip })
    }

    call<A>(names: ReadonlyArray<string>, ...given: ReadonlyArray<unknown>): Promise<A> {
      return methodAt(this.#seller.methods, names)(...given) as Promise<A>
    }

    alarm(): Promise<void> {
      return this.#seller.ring()
    }
  }
