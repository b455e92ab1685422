/** Webhooks' secrets as they are kept: from no key to the first, to the next, and without one that is missing. */
import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import { createHmac } from "node:crypto"
import { once } from "node:events"
import { readdirSync, readFileSync } from "node:fs"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { vi } from "vitest"
import type { Profile } from "../src/settings/Profile.ts"
import { type Installation, makeInstallation } from "./installation.ts"
import { runCommand } from "./runningCommand.ts"
import { operatorKey, type RunningService, secretKey, secretKeyList, startService } from "./runningService.ts"

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const startReceiver = async () => {
  const received: Array<Received> = []
  const server = createServer(async (request, response) => {
    let body = ""
    for await (const chunk of request) body += chunk
    received.push({ headers: request.headers, body })
    response.end()
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return { received, url, stop: () => server.close() }
}

interface Created {
  readonly id: string
  readonly secret: string
}

/** A seller of a service, which may have been restarted since. */
const newSeller = async (service: RunningService) => {
  const sellerId = crypto.randomUUID()
  const { body } = await service.operator("POST", "/tokens", { sellerId, type: "base", categories: ["content"] })
  const headers = { authorization: body.token as string }
  const subscriptions = [{ scope: "content", event: "card_changed" }]
  return {
    sellerId,
    create: async (at: RunningService, url = "http://127.0.0.1:9/"): Promise<Created> => {
      const webhook = { enabled: true, name: "Cards", url, subscriptions }
      const created = await at.call("POST", "/api/v1/webhooks", webhook, headers)
      assert.strictEqual(created.status, 200, JSON.stringify(created.body))
      return created.body
    },
    refresh: async (at: RunningService, id: string): Promise<string> =>
      (await at.call("POST", `/api/v1/webhooks/${id}/secret/refresh`, undefined, headers)).body.secret,
    remove: (at: RunningService, id: string) => at.call("DELETE", `/api/v1/webhooks/${id}`, undefined, headers),
    publish: (at: RunningService) => {
      const payload = { nmID: 1, vendorCode: "a", updatedAt: "2026-01-15T09:30:00Z" }
      return at.operator("POST", "/events", {
        sellerId,
        events: [{ scope: "content", type: "card_changed", payload }]
      })
    }
  }
}

const reencrypt = async ({ url }: RunningService, columns?: number) =>
  runCommand(["secrets", "reencrypt", "--url", url, "--operator-key", operatorKey], {
    ...(columns === undefined ? undefined : { columns })
  })

/** With a signature by the secret over what came. */
const isFrom = ({ body, headers }: Received, secret: string): boolean => {
  const key = Buffer.from(secret.slice("whsec_".length), "base64")
  const signed = `${headers["webhook-id"] as string}.${headers["webhook-timestamp"] as string}.${body}`
  const signature = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`
  return headers.authorization === secret && headers["webhook-signature"] === signature
}

const noWarnings = { profile: "development" } as const

describe("secrets", () => {
  let installation: Installation
  beforeEach(() => {
    installation = makeInstallation()
  })
  afterEach(() => installation.remove())

  const started = (...keys: ReadonlyArray<string>) =>
    startService({
      ...noWarnings,
      database: { kind: "sqlite", file: installation.file },
      secretKeys: keys.map(secretKey)
    })

  /** While a service runs that has these keys. */
  const during = async <A>(keys: ReadonlyArray<string>, body: (service: RunningService) => Promise<A>): Promise<A> => {
    const service = await started(...keys)
    try {
      return await body(service)
    } finally {
      await service.stop()
    }
  }

  /** Those of them that can be read in any file of the folder. */
  const readable = (secrets: ReadonlyArray<string>): ReadonlyArray<string> => {
    const files = readdirSync(installation.folder).map((name) => readFileSync(join(installation.folder, name)))
    return secrets.filter((secret) => files.some((bytes) => bytes.includes(secret.slice("whsec_".length))))
  }

  it("cannot be read in the files once there is a key, wherever they were before", async () => {
    const secrets: Array<string> = []
    const seller = await during([], async (service) => {
      const made = await newSeller(service)
      for (let number = 0; number < 90; number++) {
        const { id, secret } = await made.create(service)
        secrets.push(secret)
        if (number % 3 === 0) secrets.push(await made.refresh(service, id))
        if (number % 5 === 0) await made.remove(service, id)
      }
      return made
    })
    assert.isNotEmpty(readable(secrets), "as they are without a key")
    await during(["2026a"], async (service) => {
      secrets.push((await seller.create(service)).secret)
      const { code, err, out } = await reencrypt(service)
      assert.deepStrictEqual([code, err], [0, ""])
      assert.deepStrictEqual(JSON.parse(out), { examined: 73, reencrypted: 72, unreadable: [] })
      const { id } = await seller.create(service)
      secrets.push(await seller.refresh(service, id))
      assert.deepStrictEqual(readable(secrets.slice(-2)), [])
    })
    assert.deepStrictEqual(readable(secrets), [])
  })

  it("stay those that receivers know, while keys change and after the old one is gone", async () => {
    const receiver = await startReceiver()
    const { secret, seller } = await during([], async (service) => {
      const seller = await newSeller(service)
      return { seller, ...(await seller.create(service, receiver.url)) }
    })
    const arrives = async (service: RunningService) => {
      const before = receiver.received.length
      await seller.publish(service)
      await vi.waitFor(() => assert.lengthOf(receiver.received, before + 1))
      assert.isTrue(isFrom(receiver.received.at(-1)!, secret))
    }
    try {
      await during([], arrives)
      await during(["2026a"], async (service) => {
        await arrives(service)
        await reencrypt(service)
        await arrives(service)
      })
      await during(["2026b", "2026a"], async (service) => {
        await arrives(service)
        assert.include((await reencrypt(service)).out, '"reencrypted":1')
        assert.include((await reencrypt(service)).out, '"reencrypted":0')
      })
      await during(["2026b"], arrives)
    } finally {
      receiver.stop()
    }
  })

  it("whose key is missing are told of where one looks, and open again when it is back", async () => {
    const receiver = await startReceiver()
    const { id, secret, seller } = await during(["2026a"], async (service) => {
      const seller = await newSeller(service)
      return { seller, ...(await seller.create(service, receiver.url)) }
    })
    try {
      await during(["2026b"], async (service) => {
        await seller.publish(service)
        const path = `/sellers/${seller.sellerId}/deliveries`
        const { error, success } = await vi.waitFor(async () => {
          const [delivery] = (await service.operator("GET", path)).body.deliveries
          assert.isDefined(delivery)
          return delivery
        })
        const explanation =
          "sealed with the key 2026a, which the service does not have; give it that key again, or refresh the secret"
        assert.deepStrictEqual([success, error], [false, `The webhook's secret could not be opened: ${explanation}`])
        const line = JSON.parse(service.logLines.find((text) => text.includes("The secret of a webhook"))!)
        assert.deepStrictEqual(line.message, ["The secret of a webhook cannot be opened", explanation])
        assert.deepInclude(line.annotations, { webhookId: id, sellerId: seller.sellerId })
        const programs = await reencrypt(service)
        assert.strictEqual(programs.code, 1)
        assert.deepStrictEqual(JSON.parse(programs.out), {
          examined: 1,
          reencrypted: 0,
          unreadable: [{ sellerId: seller.sellerId, webhookId: id, error: explanation }]
        })
        const people = await reencrypt(service, 200)
        assert.include(people.err, "1 secret cannot be opened, so that nothing is sent to these webhooks:")
        assert.include(people.err, `  Webhook ${id} of the seller ${seller.sellerId}: ${explanation}`)
        const everything = [...service.logLines, ...service.developmentLog, people.err, programs.out].join("\n")
        for (const hidden of [secret, secretKeyList("2026a").slice(6), secretKeyList("2026b").slice(6)]) {
          assert.notInclude(everything, hidden)
        }
      })
      await during(["2026b", "2026a"], async (service) => {
        // Now, and not when the pause after the failure has passed.
        const { status } = await service.operator("POST", `/sellers/${seller.sellerId}/webhooks/${id}/retry`)
        assert.strictEqual(status, 200)
        await vi.waitFor(() => assert.isTrue(isFrom(receiver.received[0]!, secret)))
      })
    } finally {
      receiver.stop()
    }
  })

  it("are not encrypted by a service that has no key, which says so", async () => {
    await during([], async (service) => {
      assert.strictEqual((await service.operator("POST", "/secrets/reencrypt", {})).status, 409)
      const { code, err } = await reencrypt(service)
      assert.strictEqual(code, 1)
      assert.deepStrictEqual(JSON.parse(err), {
        error: "The service has no key to encrypt secrets with; give it one and start it anew"
      })
    })
  })

  it("are counted for people, whose terminal shows how far it is", async () => {
    const seller = await during([], async (service) => {
      const [one, two] = [await newSeller(service), await newSeller(service)]
      for (let number = 0; number < 60; number++) await Promise.all([one.create(service), two.create(service)])
      return one
    })
    await during(["2026a"], async (service) => {
      await seller.create(service)
      const { code, err, out } = await reencrypt(service, 100)
      assert.deepStrictEqual([code, err], [0, ""])
      assert.include(out, "Looked at 100 secrets, encrypted ")
      assert.match(out, /Encrypted 120 secrets with the newest key; 1 already were\n$/)
    })
  })

  it("are warned of in production when there is no key, once, and not otherwise", async () => {
    const warning = "The secrets of webhooks are stored unencrypted: SELLERKIT_SECRET_KEYS is not set"
    const warnings = async (profile: Profile, ...keys: ReadonlyArray<string>) => {
      const service = await startService({ profile, secretKeys: keys.map(secretKey) })
      await service.stop()
      return service.logged.filter((message) => message.includes("secret"))
    }
    assert.deepStrictEqual(await warnings("production"), [warning])
    assert.deepStrictEqual(await warnings("production", "2026a"), [])
    assert.deepStrictEqual(await warnings("development"), [])
  })

  describe("as doctor sees them", () => {
    const saidWith = async (...keys: ReadonlyArray<string>) => {
      const { code, said } = await installation.doctor([], {
        env: keys.length === 0 ? {} : { SELLERKIT_SECRET_KEYS: secretKeyList(...keys) }
      })
      return { code, said: said("secret keys") }
    }
    const reencryptFirst = " → Run sellerkit secrets reencrypt while the service runs"
    const seeKeys = " → What to do: docs/operations.md, Keys of secrets"

    it("are all encrypted with the newest key, with an older one, not at all, or with one that is unknown", async () => {
      const seller = await during([], async (service) => {
        const made = await newSeller(service)
        await made.create(service)
        return made
      })
      assert.deepStrictEqual(await saidWith(), { code: 0, said: [] })
      const plain = `warning: Stored unencrypted: 1 secret of webhooks${reencryptFirst}`
      assert.deepStrictEqual(await saidWith("2026a"), { code: 0, said: [plain] })
      await during(["2026a"], async (service) => {
        await seller.create(service)
        await seller.create(service)
        assert.deepStrictEqual(await saidWith("2026a"), { code: 0, said: [plain] }, "while it runs as well")
      })
      const older = `warning: Encrypted with an older key: 2 secrets of webhooks${reencryptFirst}`
      assert.deepStrictEqual(await saidWith("2026b", "2026a"), { code: 0, said: [plain, older] })
      const unknown =
        "problem: 2 secrets of webhooks cannot be opened: sealed with the key 2026a, which the service does not have; give it that key again, or refresh the secret"
      assert.deepStrictEqual(await saidWith("2026b"), { code: 1, said: [`${unknown}${seeKeys}`, plain] })
      assert.deepStrictEqual(await saidWith(), { code: 1, said: [`${unknown}${seeKeys}`] })
      await during(["2026b", "2026a"], (service) => reencrypt(service))
      const fine = "ok: All secrets of webhooks are encrypted with the key 2026b"
      assert.deepStrictEqual(await saidWith("2026b"), { code: 0, said: [fine] })
    })

    it("were altered, or moved, or their key is not the one of that name", async () => {
      await during(["2026a"], async (service) => {
        const seller = await newSeller(service)
        await seller.create(service)
        await seller.create(service)
      })
      const database = new DatabaseSync(installation.file)
      database.exec("update webhook set secret = (select max(secret) from webhook)")
      database.close()
      const { code, said } = await saidWith("2026a")
      assert.strictEqual(code, 1)
      assert.deepStrictEqual(said, [
        `problem: 1 secret of webhooks cannot be opened: altered, or another key is now called 2026a; give the service the right key, or refresh the secret${seeKeys}`
      ])
    })

    it("have no key in the production profile, which the settings say", async () => {
      const env = { SELLERKIT_OPERATOR_KEY: "x".repeat(32), SELLERKIT_TOKEN_SECRET: "x".repeat(32) }
      const { said } = await installation.doctor(["--profile", "production"], { env })
      assert.match(said("settings")[0]!, /^warning: SELLERKIT_SECRET_KEYS is not set.* → Set it: docs\/operations\.md/)
    })
  })
})
