/** A copy of what a feature is made of, with one more feature in it. */
import {
  cpSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { dirname, join } from "node:path"
import { root } from "../fixtures/snippets.ts"

const notes = join(root, "test/adding-a-feature/notes")

/** Where a file of the feature belongs in the project. */
const placeOf = (file: string): string => {
  if (file.startsWith("src/")) return file.replace("src", "packages/core/src/notes")
  return file === "contract.ts" ? "packages/core/test/notes/contract.ts" : `test/${file}`
}

/** Where each is kept, by the path that it would have in the project. */
export const newFiles: ReadonlyMap<string, string> = new Map(
  globSync("**/*.ts", { cwd: notes })
    .map((file) => file.replaceAll("\\", "/"))
    .map((file) => [placeOf(file), join(notes, file)])
)

/** A line that a file of the project gets, and the beginning of the line that it stands behind: the last one that begins so. */
export interface Line {
  readonly file: string
  readonly behind: string
  readonly line: string
}

/** A name at the end of a list that a file of the project exports. */
export interface Listed {
  readonly file: string
  readonly name: string
}

const withLine = (text: string, { behind, file, line }: Line): string => {
  const lines = text.split("\n")
  const at = lines.findLastIndex((one) => one.startsWith(behind))
  if (at < 0) throw new Error(`${file} has no line that begins with ${behind}`)
  return lines.toSpliced(at + 1, 0, line).join("\n")
}

const withName = (text: string, { file, name }: Listed): string => {
  const listed = text.replace(
    /^(export (?:const|class) [^[(]*[[(][^\])]*?),?(\s*[\])])/m,
    (_, list: string, end: string) => `${list}, ${name}${end}`
  )
  if (listed === text) throw new Error(`${file} exports no list`)
  return listed
}

const edit = (path: string, change: (text: string) => string): void =>
  writeFileSync(path, change(readFileSync(path, "utf8")))

const packages = ["core", "storage-memory", "storage-sqlite"]

/** By the names that are imported: the copies, and what they and their tests need, where that is installed. */
const modulesFor = (folder: string): ReadonlyMap<string, string> => {
  const installed = packages.flatMap((name) => {
    const modules = join(root, "packages", name, "node_modules")
    return globSync(["[!@]*", "@*/*"], { cwd: modules }).map((one) => [one, join(modules, one)] as const)
  })
  const types = ["@types/node", join(root, "node_modules/@types/node")] as const
  const copies = packages.map((name) => [`@sellerkit/${name}`, join(folder, "packages", name)] as const)
  return new Map([...installed, types, ...copies])
}

const link = (folder: string): void => {
  for (const [name, target] of modulesFor(folder)) {
    const at = join(folder, "node_modules", name)
    mkdirSync(dirname(at), { recursive: true })
    symlinkSync(realpathSync(target), at, "dir")
  }
}

/** A host whose declarations name the services of all features. */
const host = `import { servicesLayer } from "@sellerkit/core/service"
import { Layer } from "effect"
export const service = Layer.merge(servicesLayer, Layer.empty)
`

const options = {
  extends: "./tsconfig.test.json",
  compilerOptions: { declaration: true },
  include: ["packages/core/src", "packages/core/test", "test"],
  exclude: []
}

const config = 'export default { test: { include: ["test/*.test.ts"], testTimeout: 180_000 } }\n'

/** Everything that the feature's files and their tests import, these files, and the changed lines. */
export const makeWorkspace = (folder: string, lines: ReadonlyArray<Line>, listed: ReadonlyArray<Listed>): void => {
  const contracts = readdirSync(join(root, "packages/core/test")).map(
    (name) => `packages/core/test/${name}/contract.ts`
  )
  const kept = [
    ...packages.flatMap((name) => [`packages/${name}/src`, `packages/${name}/package.json`]),
    ...globSync([...contracts, "packages/core/test/contract"], { cwd: root }),
    ...lines.map(({ file }) => file),
    "tsconfig.base.json",
    "tsconfig.test.json",
    "test/package.json"
  ]
  for (const path of kept) cpSync(join(root, path), join(folder, path), { recursive: true })
  for (const [to, from] of newFiles) cpSync(from, join(folder, to))
  for (const line of lines) edit(join(folder, line.file), (text) => withLine(text, line))
  for (const name of listed) edit(join(folder, name.file), (text) => withName(text, name))
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(options))
  writeFileSync(join(folder, "vitest.config.ts"), config)
  writeFileSync(join(folder, "test/host.ts"), host)
  link(folder)
}
