/** What shells complete, with the scripts that `sellerkit --completions` prints. */
import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll } from "vitest"
import { runCommand } from "./runningCommand.ts"

const run = promisify(execFile)

const scriptFor = async (shell: string): Promise<string> => {
  const { code, out } = await runCommand(["--completions", shell])
  assert.strictEqual(code, 0)
  return out
}

describe("completion", () => {
  let folder: string
  let script: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "sellerkit-completion-"))
    script = join(folder, "sellerkit.bash")
    writeFileSync(script, await scriptFor("bash"))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  /** What bash offers for the last word. */
  const offered = async (...words: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
    const [word, before] = words.toReversed()
    const complete = [
      `source '${script}'`,
      `COMP_WORDS=(${words.map((text) => `'${text}'`).join(" ")})`,
      `COMP_CWORD=${words.length - 1} COMP_LINE="${words.join(" ")}"`,
      "COMP_POINT=${#COMP_LINE}",
      `_sellerkit sellerkit '${word}' '${before}'`,
      'echo "${COMPREPLY[@]}"'
    ].join("\n")
    const { stderr, stdout } = await run("bash", ["--norc", "-c", complete])
    assert.strictEqual(stderr, "")
    return stdout.trim().split(" ")
  }

  it("offers commands, flags and values in bash", async () => {
    assert.deepStrictEqual(await offered("sellerkit", "de"), ["deliveries"])
    assert.deepStrictEqual(await offered("sellerkit", "resend", "--only"), ["--only-failed"])
    assert.deepStrictEqual(await offered("sellerkit", "doctor", "--profile", ""), ["development", "production"])
    assert.deepStrictEqual(await offered("sellerkit", "campaigns", "top-up", "--from", "b"), ["balance", "bonus"])
    assert.deepStrictEqual(await offered("sellerkit", "import", "p"), ["products"])
    assert.includeMembers([...(await offered("sellerkit", "deliveries", "--"))], ["--failed", "--follow", "--webhook"])
  })

  it.each([
    ["zsh", /^#compdef sellerkit/],
    ["fish", /^complete -c sellerkit.*webhooks/m],
    ["powershell", /Register-ArgumentCompleter.*sellerkit/s]
  ])("has a script for %s", async (shell, wanted) => assert.match(await scriptFor(shell), wanted))
})
