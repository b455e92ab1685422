/** A client in TypeScript, made by @hey-api/openapi-ts in a folder of its own. */
import { createClient } from "@hey-api/openapi-ts"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { rolldown } from "rolldown"
import { run } from "../fixtures/command.ts"
import { root } from "../fixtures/snippets.ts"

const compilerOptions = {
  noEmit: true,
  strict: true,
  target: "es2023",
  module: "esnext",
  moduleResolution: "bundler",
  lib: ["es2023", "dom", "dom.iterable"],
  types: ["node"],
  typeRoots: [join(root, "node_modules", "@types")]
}

export interface TypeScriptClient {
  /** What the compiler says of a program that uses the client; empty, where it has no objections. */
  check(program: string): Promise<string>
  /** Runs the program that was checked, and gives what it prints. */
  run(env: Readonly<Record<string, string>>): Promise<string>
}

/** Generates a client, which programs in the folder import from `./seller-api`. */
export const makeTypeScriptClient = async (folder: string, description: string): Promise<TypeScriptClient> => {
  const [input, output, program, bundle] = ["openapi.json", "seller-api", "program.ts", "program.mjs"].map((name) =>
    join(folder, name)
  ) as [string, string, string, string]
  writeFileSync(input, description)
  await createClient({
    input,
    output,
    logs: { level: "silent" },
    plugins: ["@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch"]
  })
  return {
    check: async (text) => {
      writeFileSync(program, text)
      // Programs that wait at their top level are modules of their own.
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }))
      const tsc = join(root, "node_modules", "typescript", "bin", "tsc")
      return (await run(process.execPath, [tsc, "-p", folder])).out
    },
    run: async (env) => {
      const bundled = await rolldown({ input: program, platform: "node", logLevel: "silent" })
      await bundled.write({ file: bundle, format: "esm" })
      await bundled.close()
      const { out, status } = await run(process.execPath, [bundle], { env: { ...process.env, ...env } })
      if (status !== 0) throw new Error(`${out}\n${readFileSync(program, "utf8")}`)
      return out
    }
  }
}
