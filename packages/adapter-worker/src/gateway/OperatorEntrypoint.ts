/** The operator's methods for other Workers, over a service binding. */
import { RpcTarget, WorkerEntrypoint } from "cloudflare:workers"
import type { EventScope } from "@sellerkit/core"
import { type Methods, namedMethods } from "../Methods.ts"
import type { Operator } from "./Operator.ts"

export type OperatorEntrypointClass<Env, Scopes extends ReadonlyArray<EventScope>> = new (
  context: unknown,
  env: Env
) => Operator<Scopes>

/**
 * Another Worker can call only what a class has. So this adds each method to the class, and a getter for each group of methods.
 */
const addMethods = <Target extends object>(
  prototype: Target,
  named: Methods,
  methodsOf: (target: Target) => Methods
): void => {
  for (const [name, method] of Object.entries(named)) {
    if (typeof method === "function") {
      Object.defineProperty(prototype, name, {
        value(this: Target, ...given: ReadonlyArray<unknown>) {
          return (methodsOf(this)[name] as typeof method)(...given)
        }
      })
    } else {
      const Group = makeGroup(method)
      Object.defineProperty(prototype, name, {
        get(this: Target) {
          return new Group(methodsOf(this)[name] as Methods)
        }
      })
    }
  }
}

const makeGroup = (named: Methods) => {
  class Group extends RpcTarget {
    readonly #methods: Methods

    constructor(methods: Methods) {
      super()
      this.#methods = methods
    }

    static {
      addMethods(Group.prototype, named, (group) => group.#methods)
    }
  }
  return Group
}

export const makeOperatorEntrypoint = <Env, Scopes extends ReadonlyArray<EventScope>>(
  operatorOf: (env: Env) => Operator<Scopes>
): OperatorEntrypointClass<Env, Scopes> => {
  class OperatorEntrypoint extends WorkerEntrypoint<Env> {
    static {
      addMethods(
        OperatorEntrypoint.prototype,
        namedMethods,
        (entrypoint) => operatorOf(entrypoint.env) as unknown as Methods
      )
    }
  }
  return OperatorEntrypoint as unknown as OperatorEntrypointClass<Env, Scopes>
}
