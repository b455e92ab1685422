/** The sources of the workspace, and what each imports. */
import { globSync, readFileSync } from "node:fs"
import { join, posix } from "node:path"

export interface Import {
  /** As written, such as `effect` or `../access/Access.ts`. */
  readonly specifier: string
  /** The imported file, from the repository's root, where the specifier is a path. */
  readonly target: string | undefined
  /** Erased by the compiler: `import type`. */
  readonly typeOnly: boolean
}

export interface Module {
  /** From the repository's root, such as `packages/core/src/events/Events.ts`. */
  readonly path: string
  /** Without comments. */
  readonly code: string
  readonly imports: ReadonlyArray<Import>
}

const stringOrComment = /("(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)|\/\*[^]*?\*\/|\/\/.*/g

const clause = /(?:[\w$]+\s*,?\s*)?(?:\*\s*(?:as\s+[\w$]+\s*)?|\{[^}]*\}\s*)?from\s*/.source
const statement = new RegExp(`^(?:import|export)\\s+(type\\s+)?(?:${clause})?"([^"]+)"`, "gm")
const dynamic = /\bimport\(\s*"([^"]+)"/g

const importOf = (path: string, specifier: string, typeOnly: boolean): Import => ({
  specifier,
  target: specifier.startsWith(".") ? posix.join(posix.dirname(path), specifier) : undefined,
  typeOnly
})

export const moduleOf = (path: string, source: string): Module => {
  const code = source.replace(stringOrComment, (_, text: string | undefined) => text ?? "")
  const imports = [
    ...[...code.matchAll(statement)].map(([, type, specifier]) => importOf(path, specifier!, type !== undefined)),
    ...[...code.matchAll(dynamic)].map(([, specifier]) => importOf(path, specifier!, false))
  ]
  return { path, code, imports }
}

const root = join(import.meta.dirname, "..", "..")

export const readModules = (): ReadonlyArray<Module> =>
  globSync(["packages/*/{src,test}/**/*.ts", "examples/*/**/*.ts", "{test,bench,chaos}/**/*.ts"], {
    cwd: root,
    exclude: ["**/node_modules/**"]
  })
    .map((path) => path.replaceAll("\\", "/"))
    .toSorted()
    .map((path) => moduleOf(path, readFileSync(join(root, path), "utf8")))

/** Entry points that packages offer, such as `@sellerkit/core/http`. */
export const readEntryPoints = (): ReadonlySet<string> =>
  new Set(
    globSync("packages/*/package.json", { cwd: root }).flatMap((path) => {
      const { exports, name } = JSON.parse(readFileSync(join(root, path), "utf8")) as {
        readonly name: string
        readonly exports: Readonly<Record<string, unknown>>
      }
      return Object.keys(exports).map((subpath) => posix.join(name, subpath))
    })
  )
