/** The operator's methods for other Workers, over a service binding. */
import { RpcTarget, WorkerEntrypoint } from "cloudflare:workers"
import type { EventScope } from "@sellerkit/core"
import { type Managed, managedMethods, type Methods } from "./Managed.ts"
import type { Operator } from "./Operator.ts"

export type OperatorEntrypointClass<Env, Scopes extends ReadonlyArray<EventScope>> = new (
  context: unknown,
  env: Env
) => Operator<Scopes>

/** Only methods of a class can be called from another Worker. */
const makeTarget = <Group extends keyof Managed>(group: Group) => {
  class Target extends RpcTarget {
    readonly #methods: Methods

    constructor(methods: Managed[Group]) {
      super()
      this.#methods = methods as unknown as Methods
    }

    static {
      for (const name of managedMethods(group)) {
        Object.defineProperty(Target.prototype, name, {
          value(this: Target, ...given: ReadonlyArray<unknown>) {
            return this.#methods[name]!(...given)
          }
        })
      }
    }
  }
  return (methods: Managed[Group]) => new Target(methods) as unknown as Managed[Group]
}

const webhooksTarget = makeTarget("webhooks")
const resendsTarget = makeTarget("resends")
const retriesTarget = makeTarget("retries")

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

    fates(...given: Parameters<Operator<Scopes>["fates"]>) {
      return operatorOf(this.env).fates(...given)
    }

    health(...given: Parameters<Operator<Scopes>["health"]>) {
      return operatorOf(this.env).health(...given)
    }

    reencryptSecrets(...given: Parameters<Operator<Scopes>["reencryptSecrets"]>) {
      return operatorOf(this.env).reencryptSecrets(...given)
    }

    get webhooks() {
      return webhooksTarget(operatorOf(this.env).webhooks)
    }

    get resends() {
      return resendsTarget(operatorOf(this.env).resends)
    }

    get retries() {
      return retriesTarget(operatorOf(this.env).retries)
    }
  }
