/** What commands write where the output is no terminal: the help, the documentation and the commands say the same. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type CommandFolder, ended, makeCommandFolder, printed } from "./commandProcess.ts"
import { runCommand } from "./runningCommand.ts"
import { operatorKey, type RunningService, startService } from "./runningService.ts"

const document = readFileSync(join(import.meta.dirname, "../../../docs/standalone.md"), "utf8").replaceAll(/\s+/g, " ")

/** Commands that write for people unless they are told otherwise. */
const forPeople = ["serve", "dispatch", "sandbox"]
const forPrograms = [
  "migrate",
  "doctor",
  "token",
  "publish",
  "listen",
  "webhooks",
  "deliveries",
  "events",
  "resend",
  "campaigns"
]

describe("output that is no terminal", () => {
  let commands: CommandFolder
  let service: RunningService
  let env: Record<string, string>
  const asked = ["webhooks", "--seller", crypto.randomUUID()]
  beforeAll(async () => {
    commands = makeCommandFolder()
    service = await startService()
    env = { SELLERKIT_URL: service.url, SELLERKIT_OPERATOR_KEY: operatorKey }
  })
  afterAll(async () => {
    commands.remove()
    await service.stop()
  })

  const helpOf = async (command: string): Promise<string> => (await runCommand([command, "--help"])).out

  it("is JSON, as the help of commands says and the documentation does, but for those that it names", async () => {
    const [first, second, third] = forPeople.map((name) => `\`${name}\``)
    assert.include(document, `otherwise it is JSON, as with \`--json\``)
    assert.include(document, `${first}, ${second} and ${third} write for people unless they are told \`--json\``)
    for (const command of forPeople)
      assert.match(await helpOf(command), /--json +Print JSON; or SELLERKIT_JSON\n/, command)
    for (const command of forPrograms) {
      assert.match(await helpOf(command), /--json +Print JSON, as is done anyway when the output is not a terminal/)
    }
  })

  it("is for people where a sandbox starts, with its errors, and JSON when it is told so", async () => {
    const started = commands.start(["sandbox"], { PORT: "0" })
    assert.match(await printed(started, /Token +\S+\n/), /^API +http:\/\/127/m)
    started.kill("SIGTERM")
    assert.strictEqual((await ended(started)).code, 0)
    const failed = await commands.run(["sandbox"], { PORT: "none" })
    assert.match(failed.err, /^ {2}- PORT: give a port number/m)
    const told = await commands.run(["sandbox", "--json"], { PORT: "none" })
    assert.match(JSON.parse(told.err).error, /PORT: give a port number/)
  })

  it("is for people with --no-json or SELLERKIT_JSON=false, errors too, and nothing is drawn in it", async () => {
    const none = "This account has no webhooks.\n"
    assert.strictEqual((await runCommand([...asked, "--no-json"], { env })).out, none)
    assert.strictEqual((await runCommand(asked, { env: { ...env, SELLERKIT_JSON: "false" } })).out, none)
    const wrong = await runCommand(["events", "1", "--no-json"], { env })
    assert.match(wrong.err, /ERROR\n/)
    const secrets = await runCommand(["secrets", "reencrypt", "--no-json"], { env })
    assert.match(secrets.out, /^Encrypted 0 secrets/)
  })

  it("is JSON on a terminal as well with SELLERKIT_JSON=true, and a flag goes first", async () => {
    const always = { ...env, SELLERKIT_JSON: "true" }
    assert.strictEqual((await runCommand(asked, { env: always, columns: 80 })).out, "")
    assert.match(JSON.parse((await runCommand(["events", "1"], { env: always, columns: 80 })).err).error, /UUID/)
    assert.match((await runCommand([...asked, "--no-json"], { env: always })).out, /no webhooks/)
  })
})
