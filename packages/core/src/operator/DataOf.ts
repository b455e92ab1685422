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

/** For `endpoint.annotate`, where the path does not tell: without it the seller in the path counts, and otherwise all sellers. */
export const DataOf = Context.Reference<WhoseData | undefined>("@sellerkit/core/operator/DataOf", {
  defaultValue: () => undefined
})

export const dataOf = ({ annotations, path }: HttpApiEndpoint.Top): WhoseData =>
  Context.get(annotations, DataOf) ?? (path.includes("/:sellerId") ? "sellerInPath" : "allSellers")
