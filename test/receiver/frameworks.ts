/** The frameworks that a receiver is mounted in, each as its users mount it, and a server over real HTTP for each. */
import { keepBody } from "@sellerkit/adapter-express"
import { toExpress } from "@sellerkit/receiver/express"
import { toFastify } from "@sellerkit/receiver/fastify"
import { toFetch } from "@sellerkit/receiver/fetch"
import { toHono } from "@sellerkit/receiver/hono"
import type { Receiver } from "@sellerkit/receiver"
import { getRequestListener } from "@hono/node-server"
import express, { type Express } from "express"
import express4, { type Express as Express4 } from "express4"
import Fastify from "fastify"
import { Hono } from "hono"
import { once } from "node:events"
import { createServer, type IncomingMessage, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"

const path = "/hooks/notifications"

interface Mounted {
  readonly url: string
  close(): Promise<void>
}

export interface Framework {
  readonly name: string
  mount(receiver: Receiver): Promise<Mounted>
}

const serve = async (listener: RequestListener): Promise<Mounted> => {
  const server = createServer(listener).listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    }
  }
}

const serving = (name: string, listener: (receiver: Receiver) => RequestListener): Framework => ({
  name,
  mount: (receiver) => serve(listener(receiver))
})

const keepBytes = (request: IncomingMessage & { rawBody?: Buffer }, _response: unknown, bytes: Buffer) => {
  request.rawBody = bytes
}

/** What comes before it in an app of Express. */
const inExpress = (name: string, before: (app: Express) => unknown) =>
  serving(`Express 5${name}`, (receiver) => {
    const app = express()
    before(app)
    return app.post(path, toExpress(receiver))
  })

const inExpress4 = (name: string, before: (app: Express4) => unknown) =>
  serving(`Express 4${name}`, (receiver) => {
    const app = express4()
    before(app)
    return app.post(path, toExpress(receiver))
  })

const inHono = (name: string, before: (app: Hono) => unknown) =>
  serving(`Hono${name}`, (receiver) => {
    const app = new Hono()
    before(app)
    return getRequestListener(app.post(path, toHono(receiver)).fetch)
  })

export const frameworks: ReadonlyArray<Framework> = [
  serving("node:http", (receiver) => toExpress(receiver)),
  inExpress("", () => undefined),
  inExpress(", whose express.json() keeps the bytes", (app) => app.use(express.json({ verify: keepBytes }))),
  inExpress(", beside an API that has express.json() keep them", (app) => app.use(express.json({ verify: keepBody }))),
  inExpress(", after express.raw()", (app) => app.use(express.raw({ type: "*/*", limit: "4mb" }))),
  inExpress4("", () => undefined),
  inExpress4(", whose express.json() keeps the bytes", (app) => app.use(express4.json({ verify: keepBytes }))),
  inExpress4(", with a parser for something else", (app) => app.use(express4.urlencoded({ extended: false }))),
  serving("fetch", (receiver) => getRequestListener((request) => toFetch(receiver)(request))),
  inHono("", () => undefined),
  inHono(", after something that has read the body", (app) =>
    app.use(async (context, next) => {
      await context.req.json().catch(() => undefined)
      await next()
    })
  ),
  {
    name: "Fastify",
    mount: async (receiver) => {
      // A body that is refused before it is read keeps its connection from being idle for a moment.
      const app = Fastify({ forceCloseConnections: true })
      await app.register(toFastify(receiver), { prefix: "/hooks", path: "/notifications" })
      return { url: `${await app.listen({ port: 0, host: "127.0.0.1" })}${path}`, close: () => app.close() }
    }
  }
]

/** Those that have read the body and kept nothing of it. */
export const tooLate: ReadonlyArray<Framework & { readonly remedy: RegExp }> = [
  {
    ...inExpress("", (app) => app.use(express.json())),
    remedy: /mount it before express\.json\(\), or have that keep them/
  },
  {
    ...inExpress4("", (app) => app.use(express4.json())),
    remedy: /mount it before express\.json\(\), or have that keep them/
  },
  {
    ...serving("fetch", (receiver) =>
      getRequestListener(async (request) => {
        await request.text()
        return toFetch(receiver)(request)
      })
    ),
    remedy: /read a request\.clone\(\) elsewhere/
  },
  {
    ...inHono("", (app) =>
      app.use(async (context, next) => {
        await context.req.raw.text()
        await next()
      })
    ),
    remedy: /read it with c\.req\.text\(\)/
  }
]
