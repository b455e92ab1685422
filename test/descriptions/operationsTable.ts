/** The README's table of operations, from the API's description. */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { markdownTable } from "../fixtures/markdownTable.ts"
import { partOf, replacePart } from "../fixtures/documentPart.ts"
import { root } from "../fixtures/snippets.ts"

interface Described {
  readonly summary: string
  readonly tags: ReadonlyArray<string>
  readonly "x-alias-of"?: string
  /** Undefined, as the category, for operations that need no token. */
  readonly "x-rate-limit"?: { readonly requests: number; readonly window: string }
  readonly "x-token-category"?: string
}

const part = "operations"

const readmeFile = join(root, "README.md")

/** `1 minute` is `minute` after "per". */
const windowOf = ({ requests, window }: NonNullable<Described["x-rate-limit"]>): string =>
  `${requests} per ${window.replace(/^1 /, "")}`

const cellsOf = (path: string, method: string, operation: Described): ReadonlyArray<string> => [
  operation.tags[0]!,
  operation.summary,
  `\`${method.toUpperCase()} ${path}\``,
  operation["x-token-category"] ?? "no token",
  operation["x-rate-limit"] === undefined ? "none" : windowOf(operation["x-rate-limit"])
]

const operationsText = (paths: Readonly<Record<string, Readonly<Record<string, Described>>>>): string => {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation }))
  )
  const named = operations.filter(({ operation }) => operation["x-alias-of"] === undefined)
  return [
    `There are ${named.length} operations. A token needs the category, and a seller, or a service of a seller, has the budget.`,
    markdownTable(
      ["Group", "Operation", "Request", "Category", "Budget"],
      operations.map(({ method, operation, path }) => cellsOf(path, method, operation))
    )
  ].join("\n\n")
}

/** What the description, as it is checked in, says operation by operation. */
export const describedOperations = (): string =>
  operationsText(JSON.parse(readFileSync(join(root, "test", "openapi.json"), "utf8")).paths)

export const shownOperations = (): string => partOf(readFileSync(readmeFile, "utf8"), part)

export const writeOperations = (): void =>
  writeFileSync(readmeFile, replacePart(readFileSync(readmeFile, "utf8"), part, describedOperations()))
