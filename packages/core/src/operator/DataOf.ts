/** Whose data an operation is about: that has to be known where each seller's are in a place of their own. */
import { Context } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"

type WhoseData =
  /** Data of one seller, which the path names. */
  | "sellerInPath"
  /** Data of one seller, which the body names as `sellerId`. */
  | "sellerInBody"
  /** Of all sellers together. */
  | "allSellers"
  /** It needs none. */
  | "nobody"

/** For `endpoint.annotate`, where the path names no seller and it is not about all of them. */
export const DataOf = Context.Reference<WhoseData>("@sellerkit/core/operator/DataOf", {
  defaultValue: () => "allSellers"
})

export const dataOf = ({ annotations, path }: HttpApiEndpoint.Top): WhoseData =>
  path.includes("/:sellerId") ? "sellerInPath" : Context.get(annotations, DataOf)
