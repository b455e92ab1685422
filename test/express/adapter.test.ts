/** How the API gets on with the Express app around it. */
import { keepBody, toExpress } from "@sellerkit/adapter-express"
import { operatorConsole } from "@sellerkit/console/node"
import { operatorInterface } from "@sellerkit/core/operator"
import type { Sellerkit } from "@sellerkit/embed"
import { afterAll, afterEach, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Request as ExpressRequest } from "express"
import { once } from "node:events"
import { request as httpRequest } from "node:http"
import { connect } from "node:net"
import { buffer, text } from "node:stream/consumers"
import { setTimeout } from "node:timers/promises"
import { gzipSync } from "node:zlib"
import { vi } from "vitest"
import { type Application, listen, type RunningServer, startSellerkit, versions } from "./hosts.ts"

const sellerId = "01980000-0000-7000-8000-000000000001"
const card = { nmID: 1, vendorCode: "a", updatedAt: "2026-01-15T09:30:00Z" }
const webhook = {
  enabled: true,
  name: "Orders",
  url: "http://127.0.0.1:9/hook",
  subscriptions: [{ scope: "content", event: "card_changed" }]
}

for (const [version, express] of versions) {
  describe(`in ${version}`, () => {
    const logged: Array<string> = []
    let sellerkit: Sellerkit<any>
    let token: string
    beforeAll(async () => {
      sellerkit = await startSellerkit({ log: ({ message }) => logged.push(message) })
      token = (await sellerkit.issueToken({ sellerId })).token
    })
    afterAll(() => sellerkit.close())

    let running: RunningServer | undefined
    const serve = async (build: (app: Application) => void): Promise<RunningServer> => {
      const app = express()
      build(app)
      running = await listen(app)
      return running
    }
    afterEach(async () => {
      await running?.stop()
      running = undefined
    })

    const post = (url: string, body: BodyInit, headers: Record<string, string> = {}) =>
      fetch(`${url}/api/v1/webhooks`, {
        method: "POST",
        headers: { authorization: token, "content-type": "application/json", ...headers },
        body
      })

    /** The status line and all that follows it. */
    const raw = async (port: number, bytes: string): Promise<string> => {
      const socket = connect(port, "127.0.0.1")
      socket.write(bytes)
      return text(socket)
    }

    describe("beside the host's routes", () => {
      it("answers its own requests and leaves the others to whom they are for", async () => {
        const { url } = await serve((app) => {
          app.get("/api/v1/orders", (_request, response) => void response.send("before"))
          app.use(toExpress(sellerkit))
          app.get("/", (_request, response) => void response.send("after"))
          app.post("/api/v1/webhooks/none/of/ours", (request, response, next) => {
            buffer(request).then((body) => void response.send(`${body.length} bytes`), next)
          })
        })
        assert.strictEqual(await (await fetch(`${url}/api/v1/orders`)).text(), "before")
        assert.strictEqual(await (await fetch(url)).text(), "after")
        // Nothing has been read of a body that is for another handler.
        const passed = await fetch(`${url}/api/v1/webhooks/none/of/ours`, { method: "POST", body: "x".repeat(100_000) })
        assert.strictEqual(await passed.text(), "100000 bytes")
        const own = await fetch(`${url}/api/v1/webhooks`)
        assert.strictEqual(own.status, 401)
        const unknown = await fetch(`${url}/api/v1/nothing`)
        assert.deepStrictEqual([unknown.status, unknown.headers.get("x-request-id")], [404, null])
        const missing = await fetch(`${url}/api/v1/webhooks/${sellerId}`, { headers: { authorization: token } })
        assert.strictEqual(((await missing.json()) as any).origin, "webhooks.get", "a 404 of its own")
      })

      it("lives in routers within routers", async () => {
        const { url } = await serve((app) => {
          const inner = express.Router()
          inner.use("/seller", toExpress(sellerkit))
          app.use("/v2", express.Router().use("/:tenant", inner))
        })
        const answer = await fetch(`${url}/v2/shop/seller/api/v1/webhooks`, { headers: { authorization: token } })
        assert.strictEqual(answer.status, 200)
      })

      it("has the operator interface where the host mounts it", async () => {
        const key = "an operator key of at least thirty-two characters"
        const operated = await startSellerkit({ operator: operatorInterface({ key }) })
        const { url } = await serve((app) => {
          app.use(express.json({ verify: keepBody }))
          app.use("/seller", toExpress(operated))
          app.use("/without", toExpress(sellerkit))
          app.use((_request, response) => void response.status(404).send("nobody"))
        })
        const events = [{ scope: "content", type: "card_changed", payload: card }]
        const publish = (path: string, authorization: string, encoding?: "gzip") => {
          const text = JSON.stringify({ sellerId, events })
          return fetch(`${url}${path}/operator/v1/events`, {
            method: "POST",
            headers: {
              authorization,
              "content-type": "application/json",
              ...(encoding && { "content-encoding": encoding })
            },
            body: encoding === undefined ? text : gzipSync(text)
          })
        }
        assert.strictEqual((await publish("/seller", `Bearer ${key}`)).status, 202)
        assert.strictEqual((await publish("/seller", `Bearer ${key}`, "gzip")).status, 202)
        const broken = await fetch(`${url}/seller/operator/v1/events`, {
          method: "POST",
          headers: { authorization: `Bearer ${key}`, "content-type": "application/json", "content-encoding": "gzip" },
          body: gzipSync("{broken")
        })
        assert.strictEqual(broken.status, 400)
        assert.notInclude(await broken.text(), "gzip")
        assert.strictEqual((await publish("/seller", token)).status, 401)
        assert.strictEqual(await (await publish("/without", `Bearer ${key}`)).text(), "nobody")
        await operated.close()
      })

      it("says in its description where it is", async () => {
        const { port, url } = await serve((app) => {
          app.use("/marketplace/seller/", toExpress(sellerkit))
          app.use("/of/:tenant/", toExpress(sellerkit))
          app.use(toExpress(sellerkit))
        })
        for (const [path, server] of [
          ["", "/"],
          ["/marketplace/seller", "/marketplace/seller"],
          ["/of/shop%20one", "/of/shop%20one"],
          // What a caller has sent is harmless in a page and a path of this host.
          ["/of/<script>", "/of/%3Cscript%3E"],
          ['/of/"', "/of/%22"]
        ] as const) {
          const ask = async (name: string) =>
            raw(port, `GET ${path}/${name} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`)
          const servers = `"servers":[{"url":"${server}"}]`
          assert.include(await ask("openapi.json"), servers, path)
          assert.strictEqual((await ask("docs")).split(servers).length, 2, path)
        }
        const { servers } = (await (await fetch(`${url}/marketplace/seller/openapi.json`)).json()) as any
        const operation = `${url}${servers[0].url}/api/v1/webhooks`
        assert.strictEqual((await fetch(operation, { headers: { authorization: token } })).status, 200)
      })

      it("has the last word on the headers of its page", async () => {
        const { url } = await serve((app) => {
          app.use((_request, response, next) => {
            response.setHeader("content-security-policy", "script-src 'none'")
            next()
          })
          app.use(toExpress(sellerkit))
        })
        assert.match((await fetch(`${url}/docs`)).headers.get("content-security-policy")!, /^default-src 'none'/)
      })

      it("takes no other spelling of a path, however a URL would be read", async () => {
        const { port } = await serve((app) => app.use(toExpress(sellerkit, { fallThrough: false })))
        const ask = async (line: string) =>
          /^HTTP\/1\.1 (\d{3}) /.exec(
            await raw(port, `${line} HTTP/1.1\r\nhost: a b\r\nconnection: close\r\nauthorization: ${token}\r\n\r\n`)
          )?.[1]
        assert.strictEqual(await ask("GET /api/v1/webhooks"), "200")
        assert.strictEqual(await ask("GET http://elsewhere.example/api/v1/webhooks"), "200")
        for (const path of [
          "/api/v1/./webhooks",
          "/api/v1/x/../webhooks",
          "/api/v1/x/%2e%2E/webhooks",
          "/api\\v1\\webhooks",
          "//elsewhere.example/api/v1/webhooks",
          "http://["
        ]) {
          assert.strictEqual(await ask(`GET ${path}`), "404", path)
        }
        assert.strictEqual(await ask("OPTIONS *"), "404")
        assert.strictEqual(await ask("TRACE /api/v1/webhooks"), "404")
      })
    })

    describe("behind a body parser", () => {
      it("takes what the parser made of the body", async () => {
        const { url } = await serve((app) => app.use(express.json(), toExpress(sellerkit)))
        assert.strictEqual((await post(url, JSON.stringify(webhook))).status, 200)
        const zipped = await post(url, gzipSync(JSON.stringify(webhook)), { "content-encoding": "gzip" })
        assert.strictEqual(zipped.status, 200)
      })

      it("takes text and bytes, of a host that parses nothing", async () => {
        for (const parser of [express.text({ type: "*/*" }), express.raw({ type: "*/*" })]) {
          const { stop, url } = await serve((app) => app.use(parser, toExpress(sellerkit)))
          assert.strictEqual((await post(url, JSON.stringify(webhook))).status, 200)
          await stop()
        }
      })

      it.each<readonly [title: string, body: BodyInit, headers: Record<string, string>, status: number]>([
        ["no JSON", "{", {}, 400],
        ["JSON that the parser does not take", "null", {}, 400],
        ["larger than the parser takes", JSON.stringify({ ...webhook, more: "x".repeat(200_000) }), {}, 413],
        ["packed in a way that nobody knows", "{}", { "content-encoding": "zip" }, 400],
        ["not packed as it says", "{}", { "content-encoding": "gzip" }, 400],
        ["in another alphabet", "{}", { "content-type": "application/json; charset=klingon" }, 400]
      ])("answers in the published body to what is %s", async (_title, body, headers, status) => {
        const { url } = await serve((app) => app.use(express.json(), toExpress(sellerkit)))
        const answer = await post(url, body, headers)
        assert.strictEqual(answer.status, status)
        const problem = (await answer.json()) as any
        assert.sameMembers(Object.keys(problem), ["title", "detail", "requestId", "origin", "errors"])
        const stranger = await post(url, body, { ...headers, authorization: "nonsense" })
        assert.strictEqual(stranger.status, status === 413 ? 413 : 401, "who calls comes first")
      })

      it("knows by the bytes that they are no UTF-8", async () => {
        const { url } = await serve((app) => app.use(express.json({ verify: keepBody }), toExpress(sellerkit)))
        const bytes = Buffer.from(JSON.stringify({ ...webhook, name: "ab?cd" }))
        bytes[bytes.indexOf("?")] = 0xff
        const answer = await post(url, bytes)
        assert.deepStrictEqual(
          [answer.status, ((await answer.json()) as any).errors[0].message],
          [400, "Expected UTF-8"]
        )
      })

      it("leaves to the host what went wrong for others, and what is the host's own", async () => {
        const { url } = await serve((app) => {
          app.use(express.json())
          app.get("/api/v1/webhooks", (_request, _response, next) => next(new Error("of the host")))
          app.use(toExpress(sellerkit))
          app.use(((error: Error & { status?: number }, _request: unknown, response: any, _next: unknown) => {
            response.status(error.status ?? 500).send(`host: ${error.message}`)
          }) as any)
        })
        assert.strictEqual(await (await fetch(`${url}/api/v1/webhooks`)).text(), "host: of the host")
        const other = await fetch(`${url}/orders`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: "{"
        })
        assert.deepStrictEqual([other.status, (await other.text()).slice(0, 5)], [400, "host:"])
      })
    })

    describe("with the host's own authentication", () => {
      it("asks nobody for a token whom the host knows", async () => {
        const asked: Array<string> = []
        const { url } = await serve((app) =>
          app.use(
            toExpress(sellerkit, {
              authenticate: async (request: ExpressRequest) => {
                asked.push(request.originalUrl)
                const session = request.get("x-session")
                if (session === "broken") throw new Error("No sessions today")
                return session === undefined
                  ? undefined
                  : { sellerId: session.toUpperCase(), serviceId: "shop", userId: 3 }
              }
            })
          )
        )
        const ask = (path: string, headers: Record<string, string>) => fetch(`${url}${path}`, { headers })
        assert.strictEqual((await ask("/api/v1/webhooks", { "x-session": sellerId })).status, 200)
        assert.strictEqual((await ask("/api/v1/webhooks", { authorization: token })).status, 200)
        assert.strictEqual((await ask("/api/v1/webhooks", {})).status, 401)
        assert.strictEqual((await ask("/api/v1/webhooks", { "x-session": "broken" })).status, 500)
        assert.strictEqual((await ask("/api/v1/webhooks", { "x-session": "no id of a seller" })).status, 500)
        assert.lengthOf(asked, 5)
        await ask("/", { "x-session": sellerId })
        await ask("/openapi.json", { "x-session": sellerId })
        assert.lengthOf(asked, 5, "only for operations")
        await post(url, JSON.stringify(webhook), { "x-session": sellerId })
        const { history } = (await (await ask("/api/v1/history", { "x-session": sellerId })).json()) as any
        assert.deepStrictEqual([history[0].action, history[0].userId], ["createWebhook", 3])
      })

      it("does nothing for a caller with a right that is misspelt", async () => {
        const { url } = await serve((app) =>
          app.use(toExpress(sellerkit, { authenticate: () => ({ sellerId, readonly: true }) }))
        )
        assert.strictEqual((await post(url, JSON.stringify(webhook), { authorization: "" })).status, 500)
      })

      it("takes no token where there is no key for them", async () => {
        const tokenless = await startSellerkit({ tokens: undefined })
        const { url } = await serve((app) => app.use(toExpress(tokenless)))
        for (const headers of [{}, { authorization: token }]) {
          const answer = await fetch(`${url}/api/v1/webhooks`, { headers })
          assert.deepStrictEqual([answer.status, /sign in/.test(await answer.text())], [401, true])
        }
        await tokenless.close()
      })
    })

    describe("who calls", () => {
      const recordedAddress = async (app: (app: Application) => void): Promise<string> => {
        const { url } = await serve((host) => {
          app(host)
          host.use(toExpress(sellerkit))
        })
        assert.strictEqual(
          (await post(url, JSON.stringify(webhook), { "x-forwarded-for": "198.51.100.7" })).status,
          200
        )
        const answer = await fetch(`${url}/api/v1/history?limit=1`, { headers: { authorization: token } })
        return ((await answer.json()) as any).history[0].ip
      }

      it("is the peer, whatever it says of itself", async () => {
        assert.strictEqual(await recordedAddress(() => {}), "127.0.0.1")
      })

      it("is who a proxy says, where the app trusts it", async () => {
        assert.strictEqual(await recordedAddress((app) => app.set("trust proxy", "loopback")), "198.51.100.7")
      })
    })

    describe("the address that callers use", () => {
      const key = "an operator key of at least thirty-two characters"
      const forwarded = { "x-forwarded-proto": "https", "x-forwarded-host": "shop.example:8443" }

      /** The link to a portal, and the cookies of its session and of the operator's, as a proxy's client gets them. */
      const seen = async (set: (app: Application) => void) => {
        const frameAncestors = ["https://pages.example"]
        const operated = await startSellerkit({ operator: operatorConsole({ key, frameAncestors }) })
        const running = await serve((app) => {
          set(app)
          app.use("/seller", toExpress(operated))
        })
        const send = (path: string, headers: Record<string, string>, body: object) =>
          fetch(`${running.url}/seller${path}`, {
            method: "POST",
            headers: { ...forwarded, "content-type": "application/json", ...headers },
            body: JSON.stringify(body)
          })
        const authorization = `Bearer ${key}`
        const opened = await send(`/operator/v1/sellers/${sellerId}/portal`, { authorization }, {})
        const [page, token] = ((await opened.json()) as { readonly url: string }).url.split("#")
        const cookie = async (credentials: object) =>
          (await send("/console/session", { "x-sellerkit-console": "1" }, credentials)).headers.get("set-cookie")
        const cookies = [await cookie({ portal: token }), await cookie({ operatorKey: key })]
        await operated.close()
        return { url: running.url, page, cookies }
      }

      it("is what a proxy says, where the app trusts it", async () => {
        const { cookies, page } = await seen((app) => app.set("trust proxy", "loopback"))
        assert.strictEqual(page, "https://shop.example:8443/seller/console/portal")
        assert.match(cookies[0]!, /; HttpOnly; Secure; Partitioned; SameSite=None$/)
        assert.match(cookies[1]!, /; HttpOnly; Secure; SameSite=Strict$/)
      })

      it("is the server's own otherwise", async () => {
        const { cookies, page, url } = await seen(() => {})
        assert.strictEqual(page, `${url}/seller/console/portal`)
        for (const cookie of cookies) assert.match(cookie!, /; HttpOnly; SameSite=Strict$/)
      })
    })

    describe("connections", () => {
      const unknown = { status: 404 }

      it("tell the API when the caller hangs up", async () => {
        const { promise: aborted, resolve } = Promise.withResolvers<void>()
        const { promise: asked, resolve: begun } = Promise.withResolvers<void>()
        const route = (request: Request) =>
          new Promise<Response>((_resolve) => {
            request.signal.addEventListener("abort", () => resolve())
            begun()
          })
        const { url } = await serve((app) => app.use(toExpress({ route, handler: route })))
        const controller = new AbortController()
        const answer = fetch(url, { signal: controller.signal }).catch(() => unknown)
        await asked
        controller.abort()
        await aborted
        assert.strictEqual(await answer, unknown)
      })

      it("carry bodies bit by bit, both ways", async () => {
        const route = async (request: Request) =>
          new Response(request.body!.pipeThrough(new TransformStream({ transform: (chunk, to) => to.enqueue(chunk) })))
        const { port } = await serve((app) => app.use(toExpress({ route, handler: route })))
        const request = httpRequest({ port, method: "POST" })
        request.write("one")
        const [response] = await once(request, "response")
        assert.strictEqual(String((await once(response, "data"))[0]), "one")
        request.end("two")
        assert.strictEqual(await text(response), "two")
      })

      it("end where the answer breaks off", async () => {
        const route = async () =>
          new Response(
            new ReadableStream({
              start: (controller) => controller.enqueue(new TextEncoder().encode("part")),
              pull: (controller) => controller.error(new Error("broken"))
            })
          )
        const { url } = await serve((app) => app.use(toExpress({ route, handler: route })))
        const outcome = await fetch(url)
          .then((answer) => answer.text())
          .catch(() => "broken off")
        assert.strictEqual(outcome, "broken off")
      })

      it("end where the caller reads nothing for a minute", async () => {
        let isRead = true
        const answer = () =>
          new Response(
            new ReadableStream({
              pull: (controller) => controller.enqueue(new Uint8Array(100_000)),
              cancel: () => void (isRead = false)
            })
          )
        const api = { handler: async () => answer(), route: async () => answer() }
        const { port, server } = await serve((app) => app.use(toExpress(api)))
        const connected = once(server, "connection")
        const asked = httpRequest({ port, host: "127.0.0.1" }).end()
        const [[socket], [answered]] = await Promise.all([connected, once(asked, "response")])
        assert.strictEqual(socket.timeout, 60_000)
        // As after a minute.
        socket.emit("timeout")
        answered.on("error", () => {})
        await vi.waitFor(() => assert.isFalse(isRead))
      })

      it("serve the next request after one whose body nobody wanted", async () => {
        const { port } = await serve((app) => app.use(toExpress(sellerkit)))
        const large = "x".repeat(1_500_000)
        const head = `POST /api/v1/webhooks HTTP/1.1\r\nhost: h\r\ncontent-type: application/json\r\ncontent-length: ${large.length}\r\n\r\n`
        const answers = await raw(
          port,
          `${head}${large}GET /api/v1/webhooks HTTP/1.1\r\nhost: h\r\nconnection: close\r\nauthorization: ${token}\r\n\r\n`
        )
        assert.deepStrictEqual(answers.match(/HTTP\/1\.1 \d{3}/g), ["HTTP/1.1 413", "HTTP/1.1 200"])
      })

      it("may break off in the middle of a body, and nobody calls it a failure of the service", async () => {
        logged.length = 0
        const failures: Array<unknown> = []
        const { port, url } = await serve((app) => {
          app.use(toExpress(sellerkit))
          app.use(((error: unknown, _request: unknown, _response: unknown, next: (error: unknown) => void) => {
            failures.push(error)
            next(error)
          }) as any)
        })
        for (const body of ["content-length: 100\r\n\r\n{", "transfer-encoding: chunked\r\n\r\n5\r\n{"]) {
          const socket = connect(port, "127.0.0.1")
          socket.on("error", () => {})
          socket.write(
            `POST /api/v1/webhooks HTTP/1.1\r\nhost: h\r\ncontent-type: application/json\r\nauthorization: ${token}\r\n${body}`
          )
          await setTimeout(50)
          socket.resetAndDestroy()
        }
        await setTimeout(100)
        assert.strictEqual((await fetch(`${url}/docs`)).status, 200)
        assert.deepStrictEqual([logged, failures], [[], []])
      })

      it("are finished before the service closes with the app", async () => {
        const closing = await startSellerkit()
        const received: Array<string> = []
        const receiver = await listen(
          express().use((request, response) => {
            void text(request).then(async (body) => {
              await setTimeout(100)
              received.push(body)
              response.end()
            })
          }) as Application
        )
        const { server, stop, url } = await serve((app) => app.use(toExpress(closing)))
        const closed = once(server, "close").then(() => closing.close())
        const own = (await closing.issueToken({ sellerId })).token
        await post(url, JSON.stringify({ ...webhook, url: `${receiver.url}/` }), { authorization: own })
        const payload = { nmID: 1, vendorCode: "a", updatedAt: "2026-01-15T09:30:00Z" }
        await closing.publish({ sellerId }, [{ scope: "content", type: "card_changed", payload }])
        await vi.waitFor(async () =>
          assert.strictEqual(
            await new Promise((resolve) => receiver.server.getConnections((_error, count) => resolve(count))),
            1
          )
        )
        await stop()
        await closed
        assert.lengthOf(received, 1)
        await receiver.stop()
      })
    })
  })
}
