/** The operator's methods for other Workers, over a service binding. */
import { RpcTarget, WorkerEntrypoint } from "cloudflare:workers"
import type { EventScope } from "@sellerkit/core"
import type { SellerkitWebhooks } from "@sellerkit/embed/portable"
import { type Operator, webhookMethods } from "./Operator.ts"

export type OperatorEntrypointClass<Env, Scopes extends ReadonlyArray<EventScope>> = new (
  context: unknown,
  env: Env
) => Operator<Scopes>

/** Only methods of a class can be called from another Worker. */
class WebhooksTarget extends RpcTarget {
  readonly #webhooks: SellerkitWebhooks

  constructor(webhooks: SellerkitWebhooks) {
    super()
    this.#webhooks = webhooks
  }

  static {
    for (const name of webhookMethods) {
      Object.defineProperty(WebhooksTarget.prototype, name, {
        value(this: WebhooksTarget, ...given: Parameters<SellerkitWebhooks[typeof name]>) {
          return (this.#webhooks[name] as (...given: ReadonlyArray<unknown>) => Promise<unknown>)(...given)
        }
      })
    }
  }
}

export const makeOperatorEntrypoint = <Env, Scopes extends ReadonlyArray<EventScope>>(
  operatorOf: (env: Env) => Operator<Scopes>
): OperatorEntrypointClass<Env, Scopes> =>
  class extends WorkerEntrypoint<Env> implements Operator<Scopes> {
    publish(...given: Parameters<Operator<Scopes>["publish"]>) {
      return operatorOf(this.env).publish(...given)
    }

    issueToken(...given: Parameters<Operator<Scopes>["issueToken"]>) {
      return operatorOf(this.env).issueToken(...given)
    }

    revokeToken(...given: Parameters<Operator<Scopes>["revokeToken"]>) {
      return operatorOf(this.env).revokeToken(...given)
    }

    get webhooks(): SellerkitWebhooks {
      return new WebhooksTarget(operatorOf(this.env).webhooks) as unknown as SellerkitWebhooks
    }
  }
