/**
 * A process that answers the same rows over every mounting of Node.js, each on a port of its own, and tells its parent what came of
 * it: its memory is its own.
 */
import { toExpress } from "@sellerkit/adapter-express"
import { answerRows, RequestContext, WebApi } from "@sellerkit/core/http"
import { NodeCompression } from "@sellerkit/transport-node"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, Layer, ManagedRuntime, Option, Stream } from "effect"
import { SecureRandom } from "effect/crypto"
import { HttpRouter } from "effect/http"
import express from "express"
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { serveWith } from "../../packages/sandbox/src/webServer.ts"
import { makeServer } from "../../packages/standalone/src/server/makeServer.ts"
import { rowOf, type RowsUsage } from "./rows.ts"

let read = 0
let closed = 0

const rowsPerPart = 1000

const rows = (most: number) =>
  Stream.paginate(0, (from) =>
    Effect.sync(() => {
      const part = Array.from({ length: rowsPerPart }, (_, index) => JSON.stringify(rowOf(from + index)))
      read += rowsPerPart
      const next = from + rowsPerPart
      return [part, next < most ? Option.some(next) : Option.none()] as const
    })
  ).pipe(Stream.ensuring(Effect.sync(() => closed++)))

const context = { requestId: "request-1", origin: "rows", ip: undefined, ids: new Map(), answerHeaders: {} }

const answering = (path: `/${string}`, answered: Stream.Stream<string, Error>) =>
  HttpRouter.add(
    "GET",
    path,
    answerRows({ validator: "seven", rows: answered }).pipe(
      Effect.orDie,
      Effect.provideService(RequestContext, context),
      Effect.provide(NodeCompression.layer)
    )
  )

const routes = Layer.mergeAll(
  answering("/many", rows(100_000)),
  answering("/some", rows(5000)),
  answering("/broken", Stream.concat(rows(5000), Stream.fail(new Error("The storage is gone"))))
)

const api = await ManagedRuntime.make(WebApi.layer(routes).pipe(Layer.provide(SecureRandom.layerWebCrypto))).runPromise(
  WebApi
)

const standalone = makeServer()

const listening = HttpRouter.serve(routes, { disableLogger: true, disableListenLog: true }).pipe(
  Layer.provide(NodeHttpServer.layer(() => standalone, { port: 0, host: "127.0.0.1" }))
)

const servers: Readonly<Record<string, Server>> = {
  express: express().use(toExpress(api)).listen(0, "127.0.0.1"),
  sandbox: createServer((incoming, outgoing) => {
    void serveWith(api.handler, () => "http://127.0.0.1")(incoming, outgoing)
  }).listen(0, "127.0.0.1"),
  standalone
}

Effect.runFork(Layer.launch(listening))
for (const server of Object.values(servers)) if (!server.listening) await once(server, "listening")

let largest = 0
const sample = (): number => (largest = Math.max(largest, process.memoryUsage.rss()))
setInterval(sample, 5)

const usage = (): RowsUsage => ({ read, closed, largest: sample(), now: process.memoryUsage.rss() })

process.on("message", (asked) => {
  if (asked === "begin") {
    globalThis.gc?.()
    ;[read, closed, largest] = [0, 0, 0]
  }
  process.send!(usage())
})
// Ends with its parent.
process.on("disconnect", () => process.exit())

process.send!(
  Object.fromEntries(Object.entries(servers).map(([name, server]) => [name, (server.address() as AddressInfo).port]))
)
