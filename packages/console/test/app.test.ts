/** The built files: how large they are, and what their page's policy can rely on. */
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { beforeAll, describe, expect, it } from "vitest"
import { appFolder, buildApp } from "../build/app.ts"

const read = (path: string): Promise<string> => readFile(join(appFolder, path), "utf8")

const compressed = (text: string): number => gzipSync(text, { level: 9 }).length

/** The files that the page names. */
const firstLoad = (page: string): ReadonlyArray<string> =>
  [...page.matchAll(/"\/console\/(assets\/[^"]+)"/g)].map(([, path]) => path!)

beforeAll(() => buildApp())

describe("the built application", () => {
  it("is loaded with less than 100 KiB", async () => {
    const page = await read("index.html")
    const files = firstLoad(page)
    expect(files.map((path) => path.replace(/^.*\./, "")).sort()).toEqual(["css", "js"])
    const sizes = await Promise.all(files.map(async (path) => compressed(await read(path))))
    expect(sizes.reduce((sum, size) => sum + size, compressed(page))).toBeLessThan(100 * 1024)
  })

  it("is loaded with less than 150 KiB, with what charts are drawn with", async () => {
    const files = await readdir(join(appFolder, "assets"))
    const sizes = await Promise.all(files.map(async (name) => compressed(await read(`assets/${name}`))))
    expect(sizes.reduce((sum, size) => sum + size, compressed(await read("index.html")))).toBeLessThan(150 * 1024)
  })

  it("has neither a script nor a style in its page", async () => {
    const page = await read("index.html")
    expect([...page.matchAll(/<script[^>]*>([^<]*)<\/script>/g)].map(([, inline]) => inline)).toEqual([""])
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=/)
  })

  it("names assets by their contents, and keeps no others", async () => {
    const files = await readdir(join(appFolder, "assets"))
    for (const name of files) expect(name).toMatch(/^[\w]+-[\w-]{6,}\.(?:js|css)$/)
    // The page's script and style, and what charts are drawn with.
    expect(files).toHaveLength(3)
  })

  it("asks no other origin for anything", async () => {
    for (const path of firstLoad(await read("index.html"))) {
      const elsewhere = [...(await read(path)).matchAll(/https?:\/\/[\w.-]+/g)].map(([address]) => address)
      // Names of namespaces, which nobody loads.
      expect(elsewhere.filter((address) => address !== "http://www.w3.org")).toEqual([])
    }
  })

  it("is built once for the same sources", async () => {
    const before = await readdir(join(appFolder, "assets"))
    await buildApp()
    expect(await readdir(join(appFolder, "assets"))).toEqual(before)
  })
})
