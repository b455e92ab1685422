/**
 * The inputs of operations, derived from their declarations. A request has them, and so has a call of the host in its process.
 */
import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"

interface FromAddress {
  /** The address of the caller, where there is one. The change history names it. */
  readonly ip?: string | undefined
}

type Part = "headers" | "params" | "payload" | "query"

type PartsOf<Request> = { readonly [Name in Extract<keyof Request, Part>]: Request[Name] }

/** The input of the operation with this name in a group. */
export type Asked<
  Group extends HttpApiGroup.Constraint,
  Name extends HttpApiGroup.Endpoints<Group>["identifier"]
> = FromAddress & PartsOf<HttpApiEndpoint.Request<HttpApiEndpoint.WithIdentifier<HttpApiGroup.Endpoints<Group>, Name>>>
