/** The Worker, of what it uses and nothing else. What is written about the API is a file of its own, loaded for its description. */
import type { BuildOptions } from "rolldown"

export default {
  input: "src/index.ts",
  platform: "neutral",
  external: /^cloudflare:/,
  // Where nobody uses what is read, nobody misses that it was read.
  treeshake: { propertyReadSideEffects: false },
  output: {
    dir: "dist",
    entryFileNames: "index.js",
    chunkFileNames: "[name].js",
    format: "esm",
    minify: true,
    comments: false,
    sourcemap: true
  }
} satisfies BuildOptions
