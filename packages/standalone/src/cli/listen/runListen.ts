/** A receiver for trials. It checks what arrives, prints it, forwards it, and can be told to misbehave. */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Deferred, Effect, Layer, Option, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { createServer } from "node:http"
import { CommandFailed } from "../CommandFailed.ts"
import { type SellerInput, sellerAccess } from "../connection/SellerAccess.ts"
import type { ServiceUnavailable } from "../connection/ServiceUnavailable.ts"
import { print } from "../output/Output.ts"
import { cannotListen } from "../process/cannotListen.ts"
import { type ListenFlags, readListenRequest } from "./listenOptions.ts"
import { type Listening, showListening } from "./listeningView.ts"
import { ownWebhook } from "./ownWebhook.ts"
import { presence } from "./isListening.ts"
import { type Behaviour, receive } from "./receiving.ts"

interface Input extends SellerInput, Omit<Behaviour, "status">, ListenFlags {
  readonly status: Option.Option<number>
}

const host = "127.0.0.1"

/** Serves the routes, and begins once it does. */
const serve = <R, R2>(
  port: number,
  routes: Layer.Layer<never, never, R>,
  begin: (address: string) => Effect.Effect<void, CommandFailed | ServiceUnavailable, R2>
) =>
  Layer.effectDiscard(HttpServer.addressFormattedWith(begin)).pipe(
    Layer.provide(HttpRouter.serve(routes, { disableLogger: true, disableListenLog: true })),
    Layer.provide(NodeHttpServer.layer(() => createServer(), { port, host, gracefulShutdownTimeout: 0 })),
    Layer.provide(NodeCrypto.layerMac),
    Layer.launch,
    Effect.catchTag("ServeError", ({ cause }) =>
      Effect.fail(new CommandFailed({ message: cannotListen(cause, { host, port }, "--port") }))
    )
  )

const announce = ({ forwardTo, json, secret }: Input, listening: Listening) => {
  const app = Option.map(forwardTo, ({ origin, pathname }) => ({ forwardTo: `${origin}${pathname}` }))
  const isChecked = Option.isSome(secret) || listening.secret !== undefined
  return print(json, { ...listening, ...Option.getOrUndefined(app) }, showListening(isChecked))
}

/** For an existing webhook. Notifications are POST requests; others are not shown. */
const listenPlainly = (input: Input, behaviour: Behaviour, port: number) =>
  serve(port, HttpRouter.add("POST", "/*", receive(behaviour, Effect.succeed(input.secret))), (listening) =>
    announce(input, { listening })
  )

/** For a webhook of its own. Only the service knows its path, so every request there is meant for it. */
const listenForOwn = Effect.fnUntraced(function* (input: Input, behaviour: Behaviour, port: number) {
  const access = yield* sellerAccess(input)
  const { uuidV4 } = yield* SecureRandom.SecureRandom
  const path = `/${yield* uuidV4()}` as const
  const secret = yield* Deferred.make<Redacted.Redacted>()
  const reached = yield* Deferred.make<void>()

  /** The service looks whether the URL answers, before there is a webhook. */
  const beforehand = Effect.as(Deferred.succeed(reached, undefined), HttpServerResponse.empty({ status: 200 }))
  const handle = Effect.gen(function* () {
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    const isCheck = headers["x-sellerkit-check"] !== undefined && !(yield* Deferred.isDone(secret))
    return yield* isCheck ? beforehand : receive(behaviour, Effect.map(Deferred.await(secret), Option.some))
  })
  const routes = Layer.merge(HttpRouter.add("POST", path, handle), HttpRouter.add("GET", path, presence))

  return yield* serve(port, routes, (listening) =>
    Effect.gen(function* () {
      const { href } = Option.getOrElse(input.publicUrl, () => new URL(listening))
      const place = {
        service: input.url,
        url: `${href.replace(/\/$/, "")}${path}`,
        isReached: Deferred.isDone(reached)
      }
      const created = yield* ownWebhook(access, place, input.events)
      yield* Deferred.succeed(secret, Redacted.make(created.secret))
      yield* announce(input, {
        listening,
        webhookId: created.id,
        secret: created.secret,
        subscriptions: created.subscriptions
      })
    })
  )
})

export const runListen = Effect.fn("listen")(function* (input: Input) {
  const { makesWebhook, port, status } = yield* Effect.mapError(
    Effect.fromResult(readListenRequest(input)),
    (message) => new CommandFailed({ message })
  )
  const behaviour = { ...input, status }
  yield* makesWebhook ? listenForOwn(input, behaviour, port) : listenPlainly(input, behaviour, port)
})
