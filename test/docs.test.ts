/** What the documents show is run: commands against a service, programs on their own, links followed. */
import { afterAll, assert, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import type { SpawnOptions } from "node:child_process"
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join, relative } from "node:path"
import { createInterface } from "node:readline"

const root = join(import.meta.dirname, "..")
const documents = globSync(["*.md", "docs/**/*.md", "packages/*/README.md", "examples/*/README.md"], { cwd: root })

interface Snippet {
  readonly file: string
  readonly line: number
  readonly language: string
  readonly text: string
}

const snippetsOf = (file: string): ReadonlyArray<Snippet> => {
  const text = readFileSync(join(root, file), "utf8")
  return [...text.matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    file,
    line: text.slice(0, match.index).split("\n").length,
    language: match[1]!.trim(),
    text: match[2]!
  }))
}

const snippets = documents.flatMap(snippetsOf)
const inLanguage = (language: string) => snippets.filter((snippet) => snippet.language === language)

interface Finished {
  readonly status: number | null
  readonly out: string
}

/** Runs a command to its end. What it left running in the background dies with it, and so does it when it takes too long. */
const run = (
  command: string,
  args: ReadonlyArray<string>,
  seconds: number,
  options: SpawnOptions = {}
): Promise<Finished> =>
  new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"], detached: true })
    const killGroup = () => {
      try {
        process.kill(-child.pid!, "SIGTERM")
      } catch {
        // Nothing of it is left.
      }
    }
    let out = ""
    for (const stream of [child.stdout!, child.stderr!]) stream.on("data", (chunk) => (out += chunk))
    const limit = setTimeout(() => {
      out += `\nStopped after ${seconds} s.`
      killGroup()
    }, seconds * 1000)
    child.once("exit", killGroup)
    child.once("close", (status) => {
      clearTimeout(limit)
      resolve({ status, out })
    })
  })

// Inside the project, so that the packages are found.
const folder = join(root, "test", ".snippets")
mkdirSync(folder, { recursive: true })
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("documents", () => {
  it("show nothing in a language that is not run or known to be no program", () => {
    const known = ["ts", "ts vitest", "sh", "console", "text", "json"]
    for (const { file, language, line } of snippets) assert.include(known, language, `${file}:${line}`)
  })

  it("link to files and headings that are there", () => {
    for (const file of documents) {
      const text = readFileSync(join(root, file), "utf8")
      for (const [, target] of text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)) {
        const path = join(root, dirname(file), target!.split("#")[0]!)
        assert.isTrue(existsSync(path), `${file} links to ${target}`)
      }
    }
  })

  for (const { file, line, text } of inLanguage("json")) {
    it(`show JSON that is JSON: ${file}:${line}`, () => assert.doesNotThrow(() => JSON.parse(text)))
  }

  for (const [index, { file, line, text }] of inLanguage("ts").entries()) {
    it(`show a program that runs: ${file}:${line}`, { timeout: 60_000 }, async () => {
      const script = join(folder, `snippet-${index}.ts`)
      writeFileSync(script, text)
      const { out, status } = await run(process.execPath, [script], 50)
      assert.strictEqual(status, 0, out)
    })
  }

  for (const [index, { file, line, text }] of inLanguage("ts vitest").entries()) {
    it(`show a test file that passes: ${file}:${line}`, { timeout: 60_000 }, async () => {
      const name = `snippet-${index}.test.ts`
      writeFileSync(join(folder, name), text)
      const vitest = join(root, "node_modules", "vitest", "vitest.mjs")
      const config = join(folder, "vitest.config.ts")
      writeFileSync(config, "export default { test: { include: ['*.test.ts'] } }\n")
      const { out, status } = await run(
        process.execPath,
        [vitest, "run", name, "--root", folder, "--config", config],
        50
      )
      assert.strictEqual(status, 0, out)
    })
  }
})

/** A service in the development profile, as `npm start` runs it, and what it printed. */
const startService = async (data: string) => {
  const port = await new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port: free } = server.address() as AddressInfo
      server.close(() => resolve(free))
    })
  })
  const service = spawn(process.execPath, ["packages/standalone/src/main.ts", "serve"], {
    cwd: root,
    env: { ...process.env, PORT: String(port), SELLERKIT_DATA: data, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const lines: Array<string> = []
  await new Promise<void>((resolve) => {
    createInterface({ input: service.stdout }).on("line", (line) => {
      lines.push(line)
      if (line.includes("3. Publish an event")) setTimeout(resolve, 50)
    })
  })
  const fact = (name: string): string =>
    lines
      .find((line) => line.startsWith(`${name}  `))!
      .slice(name.length)
      .trim()
  return { service, lines, fact }
}

/** A folder that looks like the repository to commands, with data of its own. */
const workFolder = (): string => {
  const work = mkdtempSync(join(tmpdir(), "sellerkit-docs-"))
  for (const name of [
    "package.json",
    "scripts",
    "packages",
    "node_modules",
    "test",
    "examples",
    "pnpm-lock.yaml",
    "pnpm-workspace.yaml"
  ]) {
    symlinkSync(join(root, name), join(work, name))
  }
  mkdirSync(join(work, "data"))
  return work
}

// With job control, as in a terminal: `kill %1` reaches everything that the job started.
const runShell = (work: string, script: string, variables: Record<string, string>): Promise<Finished> =>
  run("bash", ["-c", `set -em\ntrap 'for job in $(jobs -p); do kill -9 -$job; done' EXIT\n${script}`], 60, {
    cwd: work,
    env: { ...process.env, NO_COLOR: "1", ...variables }
  })

describe("the README", () => {
  it("shows a tour that works, command by command", { timeout: 120_000 }, async () => {
    const work = workFolder()
    const { fact, service } = await startService(join(work, "data"))
    try {
      const receiverPort = String(20_000 + (process.pid % 20_000))
      const script = inLanguage("sh")
        .filter(({ file }) => file === "README.md")
        .map(({ text }) => text)
        .join("\n")
        .replaceAll("9000", receiverPort)
      const { out, status } = await runShell(work, script, {
        API: fact("API"),
        TOKEN: fact("Token"),
        OPERATOR_KEY: fact("Operator key"),
        SELLER: fact("Seller")
      })
      assert.strictEqual(status, 0, out)
      assert.match(out, /"secretRight":true,"signatureRight":true/)
      assert.match(out, /"idempotencyKey":"card-12345678-1"/)
      assert.match(out, /"success":true,"responseCode":200/)
      assert.match(out, /"action":"createWebhook"/)
      assert.match(out, /"fate":"pending","attempts":1/)
      assert.match(out, /"name":"Back again"/)
    } finally {
      service.kill("SIGTERM")
      await new Promise((resolve) => service.once("exit", resolve))
      rmSync(work, { recursive: true })
    }
  })

  it("names a start message whose three commands work as they are printed", { timeout: 120_000 }, async () => {
    const work = workFolder()
    const { fact, lines, service } = await startService(join(work, "data"))
    try {
      const [create, listen, publish] = lines
        .filter((line) => /^(curl|npm run)/.test(line))
        .map((line) => line.replaceAll("9000", String(20_000 + (process.pid % 20_000))))
      const port = 20_000 + (process.pid % 20_000)
      const script = `${create}\n${listen} --port ${port} &\nsleep 2\n${publish}\nsleep 1\nkill %1\nwait || true`
      const { out, status } = await runShell(work, script, { SELLERKIT_DATA: relative(work, join(work, "data")) })
      assert.strictEqual(status, 0, out)
      assert.match(out, /"deliveries":1/)
      assert.match(out, /"secretRight":true,"signatureRight":true/)
      assert.match(fact("Documentation"), /\/docs$/)
    } finally {
      service.kill("SIGTERM")
      await new Promise((resolve) => service.once("exit", resolve))
      rmSync(work, { recursive: true })
    }
  })
})
