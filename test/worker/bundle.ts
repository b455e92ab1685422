/** Workers for tests, bundled from their sources as they are deployed: what is measured is what runs. */
import { resolve } from "node:path"
import { gzipSync } from "node:zlib"
import { rolldown } from "rolldown"

export interface Bundle {
  readonly code: string
  /** Bytes of it as it is uploaded: by gzip. */
  readonly compressed: number
  /** Modules that the platform has to have. */
  readonly imports: ReadonlyArray<string>
}

/** Of the Worker in a file of this folder, or elsewhere. */
export const bundle = async (file: string): Promise<Bundle> => {
  const build = await rolldown({
    input: resolve(import.meta.dirname, file),
    platform: "neutral",
    // What only programs on Node.js need is left out again with whatever imports it.
    external: /^(cloudflare|node):/,
    // Where nobody uses what is read, nobody misses that it was read.
    treeshake: { propertyReadSideEffects: false }
  })
  const { output } = await build.generate({ format: "esm", codeSplitting: false, minify: true, comments: false })
  await build.close()
  const [{ code, imports }] = output
  return { code, compressed: gzipSync(code, { level: 9 }).length, imports }
}
