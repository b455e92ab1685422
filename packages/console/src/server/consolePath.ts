/** The path of the console: `/console`, below the path that the host has mounted the service under. */
import { mountedAt } from "@sellerkit/core/http"
import { Effect } from "effect"

export const consolePath: Effect.Effect<string> = Effect.map(mountedAt, (mount) =>
  mount === "/" ? "/console" : `${mount}/console`
)
