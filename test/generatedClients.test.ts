/** Clients that the usual generators make of the description work: they are built, and call a running service. */
import { getRequestListener } from "@hono/node-server"
import { createSellerkit } from "@sellerkit/embed"
import * as MemoryStorage from "@sellerkit/storage-memory"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { makePythonClient, type PythonClient } from "./generatedClients/python.ts"
import { makeTypeScriptClient, type TypeScriptClient } from "./generatedClients/typescript.ts"
import { inLanguage } from "./fixtures/snippets.ts"

const description = readFileSync(join(import.meta.dirname, "openapi.json"), "utf8")

const programIn = (language: string): string => {
  const [program, ...others] = inLanguage(`${language} generated`)
  assert.isEmpty(others)
  return program!.text
}

/** What the programs of the documents print, in whatever language. */
const printed = {
  hasSecret: true,
  paid: { total: 1000 },
  names: ["Summer"],
  mediaStatus: 204,
  refused: [400, "Нет доступных категорий для рк. Создайте новую кампанию для попадания в текущие категории"]
}

describe("a generated client", () => {
  let sellerkit: Awaited<ReturnType<typeof createSellerkit>>
  let server: Server
  const folder = mkdtempSync(join(import.meta.dirname, ".generated-"))

  beforeAll(async () => {
    sellerkit = await createSellerkit({
      storage: MemoryStorage.layer,
      dispatcher: false,
      tokens: { secret: "a secret of at least thirty-two characters" }
    })
    server = createServer(getRequestListener((request) => sellerkit.handler(request))).listen(0, "127.0.0.1")
    await once(server, "listening")
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true })
    server.close()
    await sellerkit.close()
  })

  /** Where the service is, with the token of a seller that has a product and money. */
  const environment = async (sellerId: string) => {
    await sellerkit.products.put({ sellerId }, [{ nm: 101, title: "Shirt", subjectId: 69, subjectName: "Shirts" }])
    await sellerkit.funds.credit({ sellerId }, { balance: 5000, idempotencyKey: "first" })
    const { token } = await sellerkit.issueToken({ sellerId })
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return { SELLERKIT_URL: url, SELLERKIT_TOKEN: token }
  }

  describe("in Python", () => {
    let client: PythonClient
    beforeAll(async () => {
      client = await makePythonClient(description)
    })

    it("has all operations and schemas", () => assert.deepStrictEqual(client.problems, []))

    it("makes calls", async () => {
      const env = await environment("0b2f0e6a-6a2c-4f0e-9a53-0c2f3b8f5d11")
      assert.deepStrictEqual(JSON.parse(await client.run(programIn("python"), env)), printed)
    })
  })

  describe("in TypeScript", () => {
    let client: TypeScriptClient
    beforeAll(async () => {
      client = await makeTypeScriptClient(folder, description)
    })

    it("makes calls, whose types are right", async () => {
      const env = await environment("0b2f0e6a-6a2c-4f0e-9a53-0c2f3b8f5d12")
      assert.strictEqual(await client.check(programIn("ts")), "")
      assert.deepStrictEqual(JSON.parse(await client.run(env)), printed)
    })

    it("is not compiled with what the description does not have", async () => {
      const wrong = programIn("ts").replace("nms: [101]", 'nms: ["101"]')
      assert.include(await client.check(wrong), "Type 'string' is not assignable to type 'number'")
    })
  })
})
