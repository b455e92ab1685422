/** Whose data an operation is about. This has to be known where each seller's data is in a place of its own. */
import { Context } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"

type WhoseData =
  /** Data of one seller, which the path names. */
  | "sellerInPath"
  /** Data of one seller, which the body names as `sellerId`. */
  | "sellerInBody"
  /** Data of all sellers together. */
  | "allSellers"
  /** It needs no data. */
  | "nobody"

/** For `endpoint.annotate`, where the path names no seller and the operation is not about all sellers. */
export const DataOf = Context.Reference<WhoseData>("@sellerkit/core/operator/DataOf", {
  defaultValue: () => "allSellers"
})

export const dataOf = ({ annotations, path }: HttpApiEndpoint.Top): WhoseData =>
  path.includes("/:sellerId") ? "sellerInPath" : Context.get(annotations, DataOf)
