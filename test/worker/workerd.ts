/** Workers for tests: bundled from their sources, and run by workerd itself. */
import { Miniflare } from "miniflare"
import { join } from "node:path"
import { rolldown } from "rolldown"

export const bundle = async (file: string): Promise<string> => {
  // What only programs on Node.js need is left out again with whatever imports it.
  const build = await rolldown({
    input: join(import.meta.dirname, file),
    platform: "neutral",
    external: /^(cloudflare|node):/
  })
  const { output } = await build.generate({ format: "esm", codeSplitting: false })
  await build.close()
  return output[0].code
}

export interface Workerd {
  readonly url: URL
  stop(): Promise<void>
}

/** Runs the Worker in a file of this folder. `objects`: its classes of Durable Objects, by the names of their bindings. */
export const startWorkerd = async (file: string, objects: Readonly<Record<string, string>>): Promise<Workerd> => {
  const miniflare = new Miniflare({
    modules: [{ type: "ESModule", path: "worker.js", contents: await bundle(file) }],
    compatibilityDate: "2026-07-30",
    durableObjects: Object.fromEntries(
      Object.entries(objects).map(([binding, className]) => [binding, { className, useSQLite: true }])
    )
  })
  return { url: await miniflare.ready, stop: () => miniflare.dispose() }
}
