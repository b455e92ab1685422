/** Where the console is for whoever asks: `/console`, below the path that a host has mounted the service under. */
import { mountedAt } from "@sellerkit/core/http"
import { Effect } from "effect"

export const consolePath: Effect.Effect<string> = Effect.map(mountedAt, (mount) =>
  mount === "/" ? "/console" : `${mount}/console`
)
