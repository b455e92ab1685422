/** What the documents show is run: commands against a service, programs on their own, links followed. */
import { afterAll, assert, describe, it } from "@effect/vitest"
import { spawn, type SpawnOptions } from "node:child_process"
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brokenLinks } from "./fixtures/brokenLinks.ts"
import { freePort } from "./fixtures/freePort.ts"
import { startProcess } from "./fixtures/runningProcess.ts"

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
    const known = ["ts", "ts vitest", "sh", "console", "text", "json", "yaml"]
    for (const { file, language, line } of snippets) assert.include(known, language, `${file}:${line}`)
  })

  it("link to files and headings that are there", () => {
    for (const file of documents) assert.deepStrictEqual(brokenLinks(join(root, file)), [], file)
  })

  it("install the version of effect that the packages are made for", () => {
    const pinned = /^ {2}effect: (\S+)$/m.exec(readFileSync(join(root, "pnpm-workspace.yaml"), "utf8"))![1]
    const installed = inLanguage("console").flatMap(({ file, text }) =>
      [...text.matchAll(/^npm install .* effect(\S*)/gm)].map(([, version]) => ({ file, version }))
    )
    assert.isNotEmpty(installed)
    for (const { file, version } of installed) assert.strictEqual(version, `@${pinned}`, file)
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

/** What a new terminal knows: nothing of how the service was started. */
const freshEnv = Object.fromEntries(
  Object.entries({ ...process.env, NO_COLOR: "1" }).filter(([name]) => !/^(SELLERKIT_.*|PORT|HOST)$/.test(name))
)

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
  return work
}

/** A service in the development profile, as `npm start` runs it in a fresh clone, and what it printed. */
const startService = async (env: Readonly<Record<string, string>> = {}) => {
  const work = workFolder()
  const service = startProcess([join(root, "packages/standalone/src/main.ts"), "serve"], {
    cwd: work,
    env: { ...freshEnv, PORT: String(await freePort()), ...env }
  })
  await service.next((line) => line.includes("publish card_changed"))
  const receiverPort = await freePort()
  return {
    work,
    commands: service.lines.filter((line) => line.includes("curl ") || line.includes("npm run ")),
    receiver: `http://127.0.0.1:${receiverPort}/`,
    fact: (name: string): string =>
      service.lines
        .find((line) => line.startsWith(`${name}  `))!
        .slice(name.length)
        .trim(),
    /** With job control, as in a terminal: `kill %1` reaches everything that the job started. */
    runShell: (script: string, variables: Readonly<Record<string, string>> = {}): Promise<Finished> => {
      const strict = "set -em -o pipefail\ntrap 'for job in $(jobs -p); do kill -9 -$job; done' EXIT\n"
      const moved = script.replaceAll(":9000", `:${receiverPort}`).replaceAll("--port 9000", `--port ${receiverPort}`)
      return run("bash", ["-c", strict + moved], 60, { cwd: work, env: { ...freshEnv, ...variables } })
    },
    end: async () => {
      await service.stop()
      rmSync(work, { recursive: true })
    }
  }
}

describe("the README", () => {
  it("shows a tour that works, command by command, as often as it is taken", { timeout: 120_000 }, async () => {
    const { end, fact, runShell } = await startService()
    try {
      const tour = inLanguage("sh")
        .filter(({ file }) => file === "README.md")
        .map(({ text }) => text)
        .join("\n")
      for (const time of ["first", "second"]) {
        const { out, status } = await runShell(tour, {
          API: fact("API"),
          TOKEN: fact("Token"),
          OPERATOR_KEY: fact("Operator key"),
          SELLER: fact("Seller")
        })
        assert.strictEqual(status, 0, `${time}: ${out}`)
        assert.match(out, /"secretValid":true,"signatureValid":true/)
        assert.match(out, /"idempotencyKey":"card-12345678-\d+"/)
        assert.match(out, /"success":true,"responseCode":200/)
        assert.match(out, /"action":"createWebhook"/)
        assert.match(out, /"fate":"pending","attempts":1/)
        assert.match(out, /"name":"Back again"/)
      }
    } finally {
      await end()
    }
  })

  const settings: ReadonlyArray<readonly [string, Readonly<Record<string, string>>]> = [
    ["", {}],
    [" with a data folder of one's own", { SELLERKIT_DATA: "my data" }],
    [" with an operator key of one's own", { SELLERKIT_OPERATOR_KEY: "a key of one's own, at least 32 characters" }]
  ]
  for (const [title, env] of settings) {
    it(`names a start message whose three commands work as they are printed${title}`, { timeout: 60_000 }, async () => {
      const { commands, end, fact, receiver, runShell } = await startService(env)
      try {
        const [create, listen, publish] = commands
        const untilItListens = `curl -s --retry 20 --retry-delay 1 --retry-connrefused ${receiver}`
        const { out, status } = await runShell(
          `${create}\n${listen} &\n${untilItListens}\n${publish}\nsleep 1\nkill %1\nwait || true`
        )
        assert.strictEqual(status, 0, out)
        assert.match(out, /"deliveries":1/)
        assert.match(out, /"secretValid":true,"signatureValid":true/)
        assert.match(fact("Documentation"), /\/docs$/)
      } finally {
        await end()
      }
    })
  }
})

describe("what to do at night", () => {
  const document = "docs/operations.md"
  const heading = readFileSync(join(root, document), "utf8").split("\n").indexOf("## At night")
  const steps = inLanguage("sh").filter(({ file, line }) => file === document && line > heading)

  it("is shown as commands that find what is wrong, and mend it", { timeout: 120_000 }, async () => {
    const { end, fact, receiver, runShell } = await startService()
    try {
      const [api, seller] = [fact("API"), fact("Seller")]
      const post = async (path: string, authorization: string, body: object) => {
        const headers = { authorization, "content-type": "application/json" }
        const answer = await fetch(`${api}${path}`, { method: "POST", headers, body: JSON.stringify(body) })
        assert.isTrue(answer.ok, path)
        return answer.json()
      }
      const subscriptions = [{ scope: "content", event: "card_changed" }]
      const webhook = { enabled: true, name: "Orders", url: receiver, subscriptions }
      const { id } = await post("/api/v1/webhooks", fact("Token"), webhook)
      const payload = { nmID: 1, vendorCode: "a", updatedAt: "2026-01-15T09:30:00Z" }
      const published = await post("/operator/v1/events", `Bearer ${fact("Operator key")}`, {
        sellerId: seller,
        events: [{ scope: "content", type: "card_changed", payload }]
      })
      const variables = {
        SELLERKIT_URL: api,
        PORT: new URL(api).port,
        SELLER: seller,
        WEBHOOK: id,
        EVENT: published.events[0].id,
        RECEIVER: receiver
      }
      const isUp = steps.findIndex(({ text }) => text.includes("--webhook-url"))
      const textOf = (some: typeof steps) => some.map(({ text }) => text).join("\n")
      const down = await runShell(textOf(steps.slice(0, isUp)), variables)
      assert.strictEqual(down.status, 0, down.out)
      assert.match(down.out, /"check":"database","status":"ok"/)
      assert.match(down.out, /"state":"failing"/)
      assert.match(down.out, /"error":"The connection was refused"/)
      assert.match(down.out, /"fate":"pending"/)
      const listener = createServer((request, response) => request.resume().on("end", () => response.end()))
      listener.listen(Number(new URL(receiver).port), "127.0.0.1")
      const up = await runShell(textOf(steps.slice(isUp)), variables)
      listener.close()
      assert.strictEqual(up.status, 0, up.out)
      assert.match(up.out, /"check":"http","status":"ok"/)
      assert.match(up.out, /"onlyFailed":true.*"state":"finished"/)
    } finally {
      await end()
    }
  })
})
