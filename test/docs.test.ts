/** What the documents show is true: programs run on their own, links lead somewhere, JSON is JSON. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { brokenLinks } from "./fixtures/brokenLinks.ts"
import { type Finished, run } from "./fixtures/command.ts"
import { documents, inLanguage, root, snippets } from "./fixtures/snippets.ts"
import { runWorkers } from "./worker/snippetWorkers.ts"

// Inside the project, so that the packages are found.
const folder = join(root, "test", ".snippets")
mkdirSync(folder, { recursive: true })
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Of a file, as vitest reports it. */
interface FileResult {
  readonly name: string
  readonly status: string
  readonly assertionResults: ReadonlyArray<unknown>
}

describe("documents", () => {
  it("show nothing in a language that is not run or known to be no program", () => {
    const known = [
      "ts",
      "ts part",
      "ts vitest",
      "ts postgres",
      "ts receiver",
      "ts generated",
      "ts worker",
      "python generated",
      "sh",
      "console",
      "text",
      "json",
      "yaml",
      "sql",
      "mermaid"
    ]
    for (const { file, language, line } of snippets) assert.include(known, language, `${file}:${line}`)
  })

  it("link to files and headings that are there", () => {
    for (const file of documents) assert.deepStrictEqual(brokenLinks(join(root, file)), [], file)
  })

  it("install a release of effect that the packages accept", () => {
    const accepted = /^ {4}effect: ~(\d+\.\d+)\.0$/m.exec(readFileSync(join(root, "pnpm-workspace.yaml"), "utf8"))![1]
    const installed = inLanguage("console").flatMap(({ file, text }) =>
      [...text.matchAll(/^npm install .* effect(\S*)/gm)].map(([, version]) => ({ file, version }))
    )
    assert.isNotEmpty(installed)
    for (const { file, version } of installed) assert.strictEqual(version, `@${accepted}`, file)
  })

  it("are caught when a link leads nowhere", () => {
    const text = [
      "# What is `it`?",
      "```sh",
      "# no heading",
      "```",
      "## Twice",
      "## Twice",
      "[a](#what-is-it) [b](other.md#heres-one) [c](#twice-1) [d](other.md) [e](https://example.com/#x)",
      "[f](#no-heading) [g](missing.md) [h](other.md#gone) [i](#twice-2)"
    ].join("\n")
    writeFileSync(join(folder, "other.md"), "## Here's one\n")
    writeFileSync(join(folder, "links.md"), text)
    assert.deepStrictEqual(brokenLinks(join(folder, "links.md")), [
      "#no-heading",
      "missing.md",
      "other.md#gone",
      "#twice-2"
    ])
  })

  for (const { file, line, text } of inLanguage("json")) {
    it(`show JSON that is JSON: ${file}:${line}`, () => assert.doesNotThrow(() => JSON.parse(text)))
  }

  describe("show a program that runs", () => {
    const programs = inLanguage("ts").map((snippet, index) => ({
      ...snippet,
      path: join(folder, `snippet-${index}.ts`)
    }))
    let finished: Finished
    // In one process, which loads what they share once.
    beforeAll(async () => {
      for (const { path, text } of programs) writeFileSync(path, text)
      const runner = join(root, "test", "fixtures", "programs.ts")
      finished = await run(process.execPath, [runner, ...programs.map(({ path }) => path)])
    })

    for (const { file, line, path } of programs) {
      it(`${file}:${line}`, () => assert.include(finished.out, `\n${path} has run\n`))
    }

    it("and ends by itself, without an error that nobody caught", () => {
      assert.strictEqual(finished.status, 0, finished.out)
    })
  })

  describe("show a test file that passes", () => {
    const tests = inLanguage("ts vitest").map((snippet, index) => ({ ...snippet, name: `snippet-${index}.test.ts` }))
    let passed: ReadonlySet<string>
    let said: string
    // In one run, which compiles what they share once.
    beforeAll(async () => {
      for (const { name, text } of tests) writeFileSync(join(folder, name), text)
      const [config, report] = [join(folder, "vitest.config.ts"), join(folder, "report.json")]
      writeFileSync(config, "export default { test: { include: ['*.test.ts'], isolate: false, maxWorkers: 1 } }\n")
      const vitest = join(root, "node_modules", "vitest", "vitest.mjs")
      const reporters = ["--reporter", "default", "--reporter", "json", "--outputFile", report]
      const args = [vitest, "run", "--root", folder, "--config", config, ...reporters]
      said = (await run(process.execPath, args)).out
      const results: ReadonlyArray<FileResult> = JSON.parse(readFileSync(report, "utf8")).testResults
      passed = new Set(
        results
          .filter(({ assertionResults, status }) => status === "passed" && assertionResults.length > 0)
          .map(({ name }) => basename(name))
      )
    })

    for (const { file, line, name } of tests) {
      it(`${file}:${line}`, () => assert.isTrue(passed.has(name), said))
    }
  })

  for (const file of new Set(inLanguage("ts worker").map(({ file }) => file))) {
    it(`show Workers that run: ${file}`, async () => {
      const texts = inLanguage("ts worker").flatMap((snippet) => (snippet.file === file ? [snippet.text] : []))
      const files = texts.map((text, index) => {
        const module = join(folder, `${file.replaceAll("/", "-")}-${index}.ts`)
        writeFileSync(module, text)
        return module
      })
      for (const { body, isService, status } of await runWorkers(files)) {
        // The host did not name the caller.
        assert.strictEqual(status, isService ? 401 : 200, body)
      }
    })
  }
})
