/** A real browser, from the registry alone: its package holds the program and the libraries that a bare system lacks. */
import chromium, { inflate } from "@sparticuz/chromium"
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { type Browser, chromium as playwright } from "playwright-core"

const packed = join(dirname(fileURLToPath(import.meta.resolve("@sparticuz/chromium"))), "..", "bin")
const cache = join(import.meta.dirname, "..", "node_modules", ".cache")

/** The packed ones alone, so that pages look the same everywhere. */
const fontSettings = (folder: string): string =>
  `<?xml version="1.0"?><fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>`

/** The package unpacks into the folder of temporary files. A process that is killed meanwhile leaves nothing that looks whole. */
const unpackInto = async (folder: string): Promise<void> => {
  await mkdir(cache, { recursive: true })
  const own = await mkdtemp(`${folder}-`)
  const before = process.env["TMPDIR"]
  process.env["TMPDIR"] = own
  try {
    await chromium.executablePath(packed)
    await inflate(join(packed, "al2023.tar.br"))
  } finally {
    if (before === undefined) delete process.env["TMPDIR"]
    else process.env["TMPDIR"] = before
  }
  await rename(own, folder).catch(async (error: unknown) => {
    // Somebody else was faster.
    if (!existsSync(folder)) throw error
    await rm(own, { recursive: true })
  })
}

/** Those of the system, unless it lacks some. */
const libraries = (executable: string, folder: string): Record<string, string> =>
  spawnSync(executable, ["--version"]).status === 0 ? {} : { LD_LIBRARY_PATH: join(folder, "al2023", "lib") }

/** Throws where it does not start: a test that needs it fails then. */
export const startBrowser = async (): Promise<Browser> => {
  const folder = join(cache, "chromium")
  if (!existsSync(folder)) await unpackInto(folder)
  const executablePath = join(folder, "chromium")
  const fonts = join(folder, "fonts.conf")
  await writeFile(fonts, fontSettings(folder))
  return playwright.launch({
    executablePath,
    // As root there is no sandbox. Everything of the web's own security stays on.
    args: ["--no-sandbox", "--no-zygote", "--disable-gpu", "--font-render-hinting=none"],
    env: {
      ...process.env,
      ...libraries(executablePath, folder),
      FONTCONFIG_FILE: fonts
    }
  })
}
