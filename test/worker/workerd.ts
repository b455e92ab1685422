/** Workers for tests, run by workerd itself. */
import { join } from "node:path"
import { bundle } from "../fixtures/worker/bundle.ts"
import { compatibilityDate, type RunningMiniflare, startMiniflare } from "./startMiniflare.ts"

/** Runs the Worker in a file of this folder. `objects`: its classes of Durable Objects, by the names of their bindings. */
export const startWorkerd = async (
  file: string,
  objects: Readonly<Record<string, string>>
): Promise<Pick<RunningMiniflare, "stop" | "url">> => {
  const { modules } = await bundle(join(import.meta.dirname, file))
  return startMiniflare({
    modules: [...modules],
    compatibilityDate,
    durableObjects: Object.fromEntries(
      Object.entries(objects).map(([binding, className]) => [binding, { className, useSQLite: true }])
    )
  })
}
