/** Where in a host's server the API is mounted, which its description has to say. */
import { Context, Effect } from "effect"

/** The path as the host's server knows it. Text from a caller may be part of it. */
export const MountPath = Context.Reference<string>("@sellerkit/core/http/paths/MountPath", { defaultValue: () => "/" })

/** The mount path in a form that names no other host, and does no harm inside a page. */
export const mountedAt: Effect.Effect<string> = Effect.map(MountPath, (text) => {
  const { pathname } = new URL(text.replace(/^[/\\]*/, "/"), "http://localhost")
  return pathname.replace(/(?<=.)\/+$/, "")
})
