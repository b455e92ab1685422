/** What is wrong with a packed package, before anyone installs it. */
import { checkPackage, createPackageFromTarballData, type Problem } from "@arethetypeswrong/core"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { posix } from "node:path"
import type { Manifest, Packed } from "./pack.ts"

const repository = "https://github.com/sellerkit/sellerkit"

/** Nothing of a package's own development belongs in it. */
const unwanted = /(^|\/)(test|tests|node_modules)\/|\.test\.|\.tsbuildinfo$/

/** An editor follows a declaration map to a source, which has to be there. */
const lostSources = (path: string, files: Packed["files"]): ReadonlyArray<string> =>
  (JSON.parse(files.get(path)!) as { readonly sources: ReadonlyArray<string> }).sources
    .map((source) => posix.join(posix.dirname(path), source))
    .filter((source) => !files.has(source))
    .map((source) => `${path} points to ${source}, which is not packed: add its folder to "files"`)

const contentProblems = ({ files }: Packed): ReadonlyArray<string> => {
  const paths = [...files.keys()]
  return [
    ...["README.md", "LICENSE"].filter((path) => !files.has(path)).map((path) => `${path} is missing: add it`),
    ...paths.filter((path) => unwanted.test(path)).map((path) => `${path} is packed: exclude it in "files"`),
    ...paths.filter((path) => path.endsWith(".map")).flatMap((path) => lostSources(path, files))
  ]
}

/** Ranges that only this workspace understands. */
const localRanges = (manifest: Manifest): ReadonlyArray<string> =>
  (["dependencies", "devDependencies", "peerDependencies"] as const).flatMap((kind) =>
    Object.entries(manifest[kind] ?? {})
      .filter(([, range]) => /^(workspace|catalog|link|file):/.test(range))
      .map(([name, range]) => `package.json: ${kind} has ${name}: ${range}, which npm does not understand`)
  )

/** What fits one release only keeps a project from taking the next one. */
const exactPeers = ({ peerDependencies = {} }: Manifest): ReadonlyArray<string> =>
  Object.entries(peerDependencies)
    .filter(([, range]) => /^\d/.test(range))
    .map(([name, range]) => `package.json: peerDependencies has ${name}: ${range}: accept a range, as catalog:accepted`)

const manifestProblems = ({ folder, manifest }: Packed): ReadonlyArray<string> => {
  const required = {
    description: (manifest.description ?? "") !== "",
    keywords: (manifest.keywords ?? []).length > 0,
    homepage: manifest.homepage?.startsWith(`${repository}/tree/main/${folder}`) === true,
    "repository.url": manifest.repository?.url === `git+${repository}.git`,
    "repository.directory": manifest.repository?.directory === folder
  }
  return [
    ...Object.entries(required)
      .filter(([, isRight]) => !isRight)
      .map(([field]) => `package.json: ${field} is missing or names another place: write it as the other packages do`),
    ...localRanges(manifest),
    ...exactPeers(manifest)
  ]
}

/** `--strict`: warnings are as bad as errors. */
const publintProblems = async ({ tarball }: Packed): Promise<ReadonlyArray<string>> => {
  const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(tarball).buffer }, strict: true })
  return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false }) ?? message.code}`)
}

/** The packages are ESM only: how `require` and resolvers without `exports` would fare does not matter. */
const ignoredResolutions = new Set(["node10", "node16-cjs"])

const describe = (problem: Problem): string =>
  Object.entries(problem)
    .filter(([key, value]) => key !== "kind" && typeof value === "string")
    .map(([key, value]) => `${key} ${value}`)
    .join(", ")

const attwProblems = async ({ tarball }: Packed): Promise<ReadonlyArray<string>> => {
  const result = await checkPackage(createPackageFromTarballData(tarball))
  if (result.types === false) return ["attw: the package has no types"]
  return result.problems
    .filter((problem) => !("resolutionKind" in problem && ignoredResolutions.has(problem.resolutionKind)))
    .map((problem) => `attw: ${problem.kind}: ${describe(problem)}`)
}

export const examine = async (packed: Packed): Promise<ReadonlyArray<string>> => [
  ...contentProblems(packed),
  ...manifestProblems(packed),
  ...(await publintProblems(packed)),
  ...(await attwProblems(packed))
]
