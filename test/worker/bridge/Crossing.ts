/**
 * One side of a bridge between two processes: turns values into JSON and back, so that those that arrive are like those
 * that were sent. What has no known form stays where it is: the other side gets its fields, and gives the value itself
 * back when it sends them.
 */
import { Predicate } from "effect"
import { error, type Kind, kinds, kindsOf } from "./Kind.ts"

export type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }

type AnyFunction = (...args: ReadonlyArray<any>) => unknown

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

const mapValues = <A, B>(given: Readonly<Record<string, A>>, map: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(given).map(([key, value]) => [key, map(value)]))

export class Crossing {
  private readonly kinds: ReadonlyMap<string, Kind>
  private readonly byName: ReadonlyArray<readonly [string, Kind]>
  /** What the other side holds the fields of, by its number. */
  private readonly kept: Array<object> = []
  private readonly numbers = new WeakMap<object, number>()
  /** What the other side keeps, by the fields that are here. */
  private readonly theirs = new WeakMap<object, number>()

  /** Both sides have the same modules, whose classes are known. */
  constructor(...modules: ReadonlyArray<object>) {
    this.kinds = new Map([
      ...Object.entries(kinds),
      ...modules.flatMap((module) => Object.entries(kindsOf(module))),
      ["error", error]
    ])
    this.byName = [...this.kinds]
  }

  /** Functions are collected, and cross as their place among them. */
  encode(value: unknown, functions: Array<AnyFunction> = []): Json {
    if (value === null || typeof value === "string" || typeof value === "boolean") return value
    if (typeof value === "number" && Number.isFinite(value)) return value
    if (typeof value === "function") return ["function", functions.push(value as AnyFunction) - 1]
    const inner = (part: unknown): Json => this.encode(part, functions)
    if (typeof value === "object") {
      const number = this.theirs.get(value)
      if (number !== undefined) return ["yours", number]
      if (isPlain(value)) return ["object", mapValues(value as Record<string, unknown>, inner)]
    }
    const found = this.byName.find(([, { is }]) => is(value))
    if (found !== undefined) return [found[0], ...found[1].parts(value as never).map(inner)]
    if (!Predicate.isObject(value)) throw new TypeError(`What is a ${typeof value} cannot cross: ${String(value)}`)
    return ["mine", this.numberOf(value), mapValues({ ...value }, inner)]
  }

  /** `functionAt` stands in for the function at a place. */
  decode(json: Json, functionAt: (place: number) => unknown = () => undefined): any {
    if (!Array.isArray(json)) return json
    const [name, ...parts] = json as unknown as readonly [string, ...ReadonlyArray<Json>]
    const inner = (part: Json): unknown => this.decode(part, functionAt)
    switch (name) {
      case "object":
        return mapValues(parts[0] as Record<string, Json>, inner)
      case "function":
        return functionAt(parts[0] as number)
      case "yours":
        return this.kept[parts[0] as number]
      case "mine": {
        const fields = mapValues(parts[1] as Record<string, Json>, inner)
        this.theirs.set(fields, parts[0] as number)
        return fields
      }
      default:
        return this.kinds.get(name)!.make(parts.map(inner))
    }
  }

  private numberOf(value: object): number {
    const number = this.numbers.get(value) ?? this.kept.push(value) - 1
    this.numbers.set(value, number)
    return number
  }
}
