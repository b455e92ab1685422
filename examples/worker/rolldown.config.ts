/** The Worker as one file, of what it uses and nothing else. */
import type { BuildOptions } from "rolldown"

export default {
  input: "src/index.ts",
  platform: "neutral",
  external: /^cloudflare:/,
  // Where nobody uses what is read, nobody misses that it was read.
  treeshake: { propertyReadSideEffects: false },
  output: {
    file: "dist/index.js",
    format: "esm",
    codeSplitting: false,
    minify: true,
    comments: false,
    sourcemap: true
  }
} satisfies BuildOptions
