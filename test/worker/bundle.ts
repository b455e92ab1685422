/** Workers for tests, bundled from their sources as they are deployed: what is measured is what runs. */
import { resolve } from "node:path"
import { gzipSync } from "node:zlib"
import { rolldown } from "rolldown"

/** As workerd is given it. */
export interface WorkerModule {
  readonly type: "ESModule"
  readonly path: string
  readonly contents: string
}

export interface Bundle {
  /** The one that the platform starts with, and those that it loads when they are asked for. */
  readonly modules: readonly [main: WorkerModule, ...rest: ReadonlyArray<WorkerModule>]
  /** Modules that the platform has to have. */
  readonly imports: ReadonlyArray<string>
}

/** Bytes of a module as it is uploaded: by gzip. */
export const compressedSize = ({ contents }: WorkerModule): number => gzipSync(contents, { level: 9 }).length

/** Of the Worker in a file of this folder, or elsewhere. */
export const bundle = async (file: string): Promise<Bundle> => {
  const build = await rolldown({
    input: resolve(import.meta.dirname, file),
    platform: "neutral",
    // What only programs on Node.js need is left out again with whatever imports it.
    external: /^(cloudflare|node):/,
    // Reading a property has no effect, so unused reads are left out.
    treeshake: { propertyReadSideEffects: false }
  })
  const { output } = await build.generate({
    format: "esm",
    minify: true,
    comments: false,
    entryFileNames: "index.js",
    chunkFileNames: "[name].js"
  })
  await build.close()
  const [main, ...rest] = output.flatMap((chunk) => (chunk.type === "chunk" ? [chunk] : []))
  const moduleOf = ({ code, fileName }: { readonly code: string; readonly fileName: string }): WorkerModule => ({
    type: "ESModule",
    path: fileName,
    contents: code
  })
  return { modules: [moduleOf(main!), ...rest.map(moduleOf)], imports: main!.imports }
}
