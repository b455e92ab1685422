/** The Worker as one file, of what it uses and nothing else. */
import type { BuildOptions } from "rolldown"

export default {
  input: "src/index.ts",
  platform: "neutral",
  external: /^cloudflare:/,
  output: { file: "dist/index.js", format: "esm", codeSplitting: false, minify: true, sourcemap: true }
} satisfies BuildOptions
