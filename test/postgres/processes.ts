/** Processes of the service over one database: in this process, each with all that a process has of its own. */
import { Category } from "@sellerkit/core"
import { apiLayer, dispatcherLayer, serviceLayer, type Settings } from "@sellerkit/standalone"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Layer, Logger, ManagedRuntime, Metric, Redacted } from "effect"
import { HttpServer } from "effect/http"
import { IpNetwork } from "effect/net"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { operatorKey, settings } from "../fixtures/serviceSettings.ts"

type Running = Layer.Layer<HttpServer.HttpServer, unknown, Layer.Success<typeof NodeServices.layer>>

export type Role = "api" | "dispatcher" | "whole"

const roles: Readonly<Record<Role, (settings: Settings) => Running>> = {
  whole: serviceLayer,
  api: apiLayer,
  dispatcher: dispatcherLayer
}

export interface Answer {
  readonly status: number
  readonly body: any
}

export interface Caller {
  /** With the operator key. */
  call(method: string, path: string, body?: unknown): Promise<Answer>
  /** As a seller, with its token. */
  sell(token: string, method: string, path: string, body?: unknown): Promise<Answer>
}

/** Calls a process of the service. */
export const callerOf = (address: string, key: string): Caller => {
  const ask = async (method: string, path: string, authorization: string, body: unknown): Promise<Answer> => {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: { authorization, ...(body === undefined ? undefined : { "content-type": "application/json" }) },
      ...(body === undefined ? undefined : { body: JSON.stringify(body) })
    })
    const text = await response.text()
    const isJson = response.headers.get("content-type")?.includes("json") === true
    return { status: response.status, body: isJson ? JSON.parse(text) : text }
  }
  return {
    call: (method, path, body) => ask(method, path, `Bearer ${key}`, body),
    sell: (token, method, path, body) => ask(method, path, token, body)
  }
}

export interface RunningProcess extends Caller {
  readonly logged: ReadonlyArray<string>
  stop(): Promise<void>
}

export const startProcess = async (
  role: Role,
  url: string,
  change: Partial<Settings> = {}
): Promise<RunningProcess> => {
  const logged: Array<string> = []
  const running = roles[role]({
    ...settings,
    allowedNetworks: [IpNetwork.fromStringUnsafe("127.0.0.0/8")],
    database: { kind: "postgres", url: Redacted.make(url), pooled: false },
    ...change
  })
  const runtime = ManagedRuntime.make(
    running.pipe(
      Layer.provide(Layer.succeed(Metric.MetricRegistry, new Map())),
      Layer.provide(NodeServices.layer),
      Layer.provideMerge(Logger.layer([Logger.make(({ message }) => void logged.push(String(message)))])),
      Layer.fresh
    )
  )
  const address = await runtime.runPromise(HttpServer.addressFormattedWith(Effect.succeed))
  return {
    ...callerOf(address, operatorKey),
    logged,
    stop: () => runtime.dispose()
  }
}

export interface Receiver {
  readonly url: string
  /** Notifications, in the order in which they came. */
  readonly received: ReadonlyArray<any>
  close(): void
}

/** Takes everything. */
export const startReceiver = async (): Promise<Receiver> => {
  const received: Array<unknown> = []
  const server = createServer(async (request, response) => {
    let text = ""
    for await (const chunk of request) text += chunk
    received.push(JSON.parse(text))
    response.end()
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, received, close: () => server.close() }
}

const payload = { nmID: 1, updatedAt: "2026-01-15T09:30:00Z" }

/** A seller with a webhook, made through a process that has the API. */
export const makeSeller = async (process: Caller, url: string) => {
  const sellerId = crypto.randomUUID()
  const grant = { sellerId, type: "base", categories: Category.literals }
  const { token } = (await process.call("POST", "/operator/v1/tokens", grant)).body
  const subscriptions = [{ scope: "content", event: "card_changed" }]
  const webhook = { enabled: true, name: "Cards", url, subscriptions }
  const { body } = await process.sell(token, "POST", "/api/v1/webhooks", webhook)
  return {
    webhookId: body.id as string,
    /** Through any of the processes. The payload carries the key as well. */
    publish: (through: Caller, idempotencyKey: string) =>
      through.call("POST", "/operator/v1/events", {
        sellerId,
        events: [
          {
            scope: "content",
            type: "card_changed",
            payload: { ...payload, vendorCode: idempotencyKey },
            idempotencyKey
          }
        ]
      })
  }
}
