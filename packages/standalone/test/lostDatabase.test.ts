/**
 * A service whose database is lost, exchanged or damaged while it runs: it says so, takes nothing, and loses nothing that it
 * took.
 */
import { assert, describe, it } from "@effect/vitest"
import {
  copyFileSync,
  linkSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  unlinkSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, beforeAll } from "vitest"
import { type CommandFolder, ended, makeCommandFolder, printed } from "./commandProcess.ts"

interface Answer {
  readonly status: number
  readonly body: any
}

const event = (idempotencyKey: string) => ({
  scope: "content",
  type: "card_changed",
  payload: { nmID: 1, vendorCode: idempotencyKey, updatedAt: "2026-01-15T09:30:00Z" },
  idempotencyKey
})

const subscriptions = [{ scope: "content", event: "card_changed" }]
// Nothing listens there: what is published waits.
const webhook = { enabled: true, name: "Cards", url: "http://127.0.0.1:9/", subscriptions }

/** `sellerkit serve` over the database of a folder. */
const start = async ({ folder, start: run }: CommandFolder) => {
  const child = run(["serve", "--json"], { PORT: "0", SELLERKIT_DATA: folder })
  const end = ended(child)
  let log = ""
  child.stderr.on("data", (chunk) => (log += chunk))
  const { api, operatorKey, sellerId, token } = JSON.parse(await printed(child, /\}\n/))
  const ask = async (method: string, path: string, authorization: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(`${api}${path}`, {
      method,
      headers: { authorization, ...(body === undefined ? undefined : { "content-type": "application/json" }) },
      ...(body === undefined ? undefined : { body: JSON.stringify(body) })
    })
    const text = await response.text()
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) }
  }
  const operator = (method: string, path: string, body?: unknown) =>
    ask(method, `/operator/v1${path}`, `Bearer ${operatorKey}`, body)
  return {
    sellerId: sellerId as string,
    operator,
    seller: (method: string, path: string, body?: unknown) => ask(method, `/api/v1${path}`, token, body),
    publish: async (key: string): Promise<string | undefined> => {
      const { body, status } = await operator("POST", "/events", { sellerId, events: [event(key)] })
      assert.include([202, 503], status)
      return status === 202 ? body.events[0].id : undefined
    },
    /** What is wrong with the database; undefined where nothing is. */
    problem: async (): Promise<string | undefined> => {
      const { body, status } = await ask("GET", "/health/ready", "")
      assert.strictEqual(status, body.database === undefined ? 200 : 503, JSON.stringify(body))
      return body.database?.problem
    },
    /** Lines of the log that are about it. */
    told: () => log.split("\n").filter((line) => line.includes("The database ca")),
    stop: (signal: "SIGKILL" | "SIGTERM") => {
      child.kill(signal)
      return end
    }
  }
}

type Service = Awaited<ReturnType<typeof start>>

/** Everything that changes something, and what only looks. */
const operationsOf = ({ operator, publish, seller, sellerId }: Service, webhookId: string) => ({
  publish: () => publish("refused").then((id) => (id === undefined ? 503 : 202)),
  "create a webhook": async () => (await seller("POST", "/webhooks", webhook)).status,
  "edit a webhook": async () =>
    (await seller("PUT", `/webhooks/${webhookId}`, { enabled: false, name: "Off", subscriptions })).status,
  "refresh a secret": async () => (await seller("POST", `/webhooks/${webhookId}/secret/refresh`)).status,
  "send a test event": async () => (await seller("POST", `/webhooks/${webhookId}/test/send`)).status,
  "delete a webhook": async () => (await seller("DELETE", `/webhooks/${webhookId}`)).status,
  resend: async () => {
    const path = `/sellers/${sellerId}/webhooks/${webhookId}/resend`
    return (await operator("POST", path, { since: "2026-01-01T00:00:00Z" })).status
  },
  "revoke a token": async () => (await operator("DELETE", `/tokens/${crypto.randomUUID()}`)).status,
  "disable a service": async () => (await operator("POST", `/sellers/${sellerId}/services/asid-1/disable`)).status,
  "list webhooks": async () => (await seller("GET", "/webhooks")).status,
  "list events": async () => (await seller("GET", "/events?limit=10")).status,
  "see the history": async () => (await seller("GET", "/history")).status
})

const refusesAll = async (service: Service, webhookId: string) => {
  for (const [name, operation] of Object.entries(operationsOf(service, webhookId))) {
    assert.strictEqual(await operation(), 503, name)
  }
}

describe("a running service", () => {
  let commands: CommandFolder
  let file: string
  /** Every event that was accepted, in the life of all the services. */
  const accepted: Array<string> = []
  beforeAll(() => {
    commands = makeCommandFolder()
    file = join(commands.folder, "sellerkit.db")
  })
  afterAll(() => commands.remove())

  const publishSome = async ({ publish }: Service, name: string, count = 5) => {
    for (let number = 0; number < count; number++) {
      const id = await publish(`${name}-${number}`)
      assert.isDefined(id)
      accepted.push(id)
    }
  }

  const isAllThere = async ({ operator, sellerId }: Service) => {
    for (const id of accepted) {
      assert.strictEqual((await operator("GET", `/sellers/${sellerId}/events/${id}`)).status, 200)
    }
  }

  it("refuses everything while its file is away, says so once, and goes on when it is put back", async () => {
    const service = await start(commands)
    const { body } = await service.seller("POST", "/webhooks", webhook)
    await publishSome(service, "before")
    assert.isUndefined(await service.problem())
    renameSync(file, `${file}.aside`)
    await refusesAll(service, body.id)
    assert.match((await service.problem())!, /^The file of the database was deleted or replaced while it is open/)
    renameSync(`${file}.aside`, file)
    assert.isUndefined(await service.problem())
    await publishSome(service, "put-back")
    // A copy, which all that is written from now on would be missing from.
    linkSync(file, `${file}.kept`)
    copyFileSync(file, `${file}.copy`)
    renameSync(`${file}.copy`, file)
    await refusesAll(service, body.id)
    const errors = service.told().filter((line) => line.includes("level=ERROR"))
    assert.match(errors[0]!, /The database cannot be used.*was deleted or replaced/)
    assert.isAtMost(errors.length, 2, "one for each time, or for both where they follow each other at once")
    await service.stop("SIGKILL")
    renameSync(`${file}.kept`, file)
  })

  it("has all that it accepted, although its log was deleted and it was killed", async () => {
    const service = await start(commands)
    await isAllThere(service)
    await publishSome(service, "log-deleted")
    unlinkSync(`${file}-wal`)
    assert.isUndefined(await service.publish("refused"))
    assert.match((await service.problem())!, /^The write-ahead log of the database was deleted or replaced/)
    assert.lengthOf(service.told(), 1)
    await service.stop("SIGKILL")
  })

  it("refuses everything once its log was cut, and does not make it worse as it stops", async () => {
    const service = await start(commands)
    await isAllThere(service)
    const { body } = await service.seller("GET", "/webhooks")
    await publishSome(service, "log-cut")
    copyFileSync(`${file}-wal`, `${file}.log`)
    truncateSync(`${file}-wal`, Math.floor(statSync(`${file}-wal`).size / 2))
    await refusesAll(service, body.webhooks[0].id)
    assert.match((await service.problem())!, /^The write-ahead log of the database was cut or overwritten/)
    assert.lengthOf(service.told(), 1)
    const { code } = await service.stop("SIGTERM")
    assert.strictEqual(code, 0)
    copyFileSync(`${file}.log`, `${file}-wal`)
  })

  it("refuses everything once its pages were overwritten, and goes on with a copy that is whole", async () => {
    const service = await start(commands)
    await isAllThere(service)
    const { body } = await service.seller("GET", "/webhooks")
    const database = new DatabaseSync(file, { timeout: 60_000 })
    database.exec("pragma wal_checkpoint(truncate)")
    database.exec(`vacuum into '${file}.whole'`)
    database.close()
    assert.isUndefined(await service.problem())
    writeFileSync(file, readFileSync(file).fill(7, 4096), { flag: "r+" })
    await refusesAll(service, body.webhooks[0].id)
    assert.match((await service.problem())!, /^The file of the database was written into|^The database is damaged/)
    assert.lengthOf(service.told(), 1)
    await service.stop("SIGKILL")
    for (const rest of ["-wal", "-shm"]) unlinkSync(`${file}${rest}`)
    renameSync(`${file}.whole`, file)
    const restored = await start(commands)
    await isAllThere(restored)
    await restored.stop("SIGKILL")
  })
})
