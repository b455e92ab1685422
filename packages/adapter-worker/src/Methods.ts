/** The operator's methods by name, for code that forwards calls of them. */
import { makeMethods } from "@sellerkit/embed/portable"

export type Method = (...given: ReadonlyArray<unknown>) => Promise<unknown>

/** Some are in groups. */
export interface Methods {
  readonly [name: string]: Method | Methods
}

/** The names of all methods, taken from a service in a process. These are never called. */
export const namedMethods = makeMethods(() => Promise.reject(new Error("No service"))) as unknown as Methods

/** All methods. Each forwards its call with the names that lead to it. */
export const passingOn = (
  pass: (names: ReadonlyArray<string>, given: ReadonlyArray<unknown>) => Promise<unknown>,
  { methods = namedMethods, names = [] }: { readonly methods?: Methods; readonly names?: ReadonlyArray<string> } = {}
): Methods =>
  Object.fromEntries(
    Object.entries(methods).map(([name, method]) => {
      const path = [...names, name]
      const passing: Method | Methods =
        typeof method === "function"
          ? (...given) => pass(path, given)
          : passingOn(pass, { methods: method, names: path })
      return [name, passing]
    })
  )

export const methodAt = (methods: Methods, [name, ...rest]: ReadonlyArray<string>): Method => {
  const found = methods[name!]!
  return typeof found === "function" ? found : methodAt(found, rest)
}
