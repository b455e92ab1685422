/**
 * Builds the application into files that any server can hand out: `index.html`, and beside it `assets`, whose names change with
 * their contents. Neither a script nor a style stands in the page itself, so that its policy can refuse both.
 */
import { createHash } from "node:crypto"
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"

const home = join(import.meta.dirname, "..")
const sources = join(home, "src", "app")

/** Where the files are found. */
export const appFolder = join(home, "dist", "app")

/** In the order in which they count. */
const styles = ["colours.css", "elements.css", "layout.css", "parts.css"]

/** A file of the application, by its path below `appFolder`. */
interface Asset {
  readonly path: string
  readonly contents: string
}

const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16)

const bundleScripts = async (): Promise<ReadonlyArray<Asset & { readonly isEntry: boolean }>> => {
  const bundle = await rolldown({
    input: { main: join(sources, "main.tsx") },
    platform: "browser"
  })
  try {
    const { output } = await bundle.generate({
      format: "esm",
      minify: true,
      comments: false,
      entryFileNames: "assets/[name]-[hash].js",
      chunkFileNames: "assets/[name]-[hash].js"
    })
    return output.flatMap((chunk) =>
      chunk.type === "chunk" ? [{ path: chunk.fileName, contents: chunk.code, isEntry: chunk.isEntry }] : []
    )
  } finally {
    await bundle.close()
  }
}

const joinStyles = async (): Promise<Asset> => {
  const ofCharts = fileURLToPath(import.meta.resolve("uplot/dist/uPlot.min.css"))
  const files = [ofCharts, ...styles.map((name) => join(sources, "styles", name))]
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")))
  const contents = texts.join("\n")
  return { path: `assets/style-${digest(contents)}.css`, contents }
}

/** A server that has the console elsewhere than at `/console` replaces the beginnings of these addresses. */
const page = (script: string, style: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Sellerkit</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/console/${style}" />
    <script type="module" src="/console/${script}"></script>
  </head>
  <body>
    <div id="app"></div>
    <noscript>This page needs JavaScript.</noscript>
  </body>
</html>
`

/** A reader never sees half a file. */
const write = async ({ contents, path }: Asset): Promise<void> => {
  const file = join(appFolder, path)
  const unfinished = `${file}.${process.pid}.tmp`
  await mkdir(dirname(file), { recursive: true })
  await writeFile(unfinished, contents)
  await rename(unfinished, file)
}

/** Changes with everything that the files are made of. */
const stampOfSources = async (): Promise<string> => {
  const names = await readdir(sources, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile()).map(({ name, parentPath }) => join(parentPath, name))
  // The lock names the libraries.
  files.push(import.meta.filename, join(home, "..", "..", "pnpm-lock.yaml"))
  const hash = createHash("sha256")
  for (const file of files.sort()) hash.update(`\0${file.slice(home.length)}\0`).update(await readFile(file))
  return hash.digest("hex")
}

const stampFile = join(appFolder, "stamp")

/** Builds the application unless it is built from the sources as they are. Processes that do it at once do not disturb each other. */
export const buildApp = async (): Promise<void> => {
  const stamp = await stampOfSources()
  if ((await readFile(stampFile, "utf8").catch(() => "")) === stamp) return
  const [scripts, style] = await Promise.all([bundleScripts(), joinStyles()])
  const entry = scripts.find(({ isEntry }) => isEntry)!
  const assets = [...scripts, style]
  await Promise.all(assets.map(write))
  await write({ path: "index.html", contents: page(entry.path, style.path) })
  await write({ path: "stamp", contents: stamp })
  const kept = new Set(assets.map(({ path }) => path))
  const found = (await readdir(join(appFolder, "assets"))).map((name) => `assets/${name}`)
  const outdated = found.filter((path) => !kept.has(path) && !path.endsWith(".tmp"))
  await Promise.all(outdated.map((path) => rm(join(appFolder, path), { force: true })))
}
