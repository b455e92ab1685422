/**
 * A receiver for tests: a real HTTP server that answers as its script says, keeps what it got, and waits by the Effect
 * clock, so that a slow answer takes no real time.
 */
import { Clock, Duration, Effect, type Scope } from "effect"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { createServer as createTlsServer } from "node:https"
import type { AddressInfo } from "node:net"

/** The events of a notification, as they arrived. */
export interface ReceivedEvent {
  readonly id: string
  readonly idempotencyKey: string
  readonly time: string
  readonly type: string
  readonly scope: string
  readonly test: boolean
  readonly payload: unknown
}

export interface Received {
  /** Milliseconds by the Effect clock. */
  readonly at: number
  readonly headers: Readonly<Record<string, string>>
  readonly raw: string
  readonly body: {
    readonly sellerId: string
    readonly requestId: string
    readonly events: ReadonlyArray<ReceivedEvent>
  }
}

export type Answer =
  | {
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string
      readonly after?: Duration.Input
    }
  /** Sends this text as it is, whatever it is, and closes the connection. */
  | { readonly raw: string }
  /** Never answers. */
  | "hang"
  /** Closes the connection instead of answering. */
  | "reset"

/** A request that has not been answered yet. `answerAt` is undefined when it never will be. */
export interface Held {
  readonly at: number
  readonly answerAt: number | undefined
}

export interface Receiver {
  readonly url: string
  readonly received: ReadonlyArray<Received>
  readonly held: ReadonlySet<Held>
  /** Takes effect with the next request. */
  answer(script: Answer | ((request: Received) => Answer)): void
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString("utf8")
}

const listen = (server: Server): Effect.Effect<number> =>
  Effect.callback<number>((resume) => {
    server.listen(0, "127.0.0.1", () => resume(Effect.succeed((server.address() as AddressInfo).port)))
  })

type HttpAnswer = Extract<Answer, { readonly status: number }>

const respond = (answer: HttpAnswer, response: ServerResponse): void => {
  response.writeHead(answer.status, answer.headers)
  response.end(answer.body ?? "")
}

export interface ReceiverOptions {
  /** Serves HTTPS with this key and certificate, in PEM. */
  readonly tls?: { readonly key: string; readonly cert: string }
}

export const makeReceiver = Effect.fnUntraced(function* (
  options: ReceiverOptions = {}
): Effect.fn.Return<Receiver, never, Scope.Scope> {
  const clock = yield* Clock.clockWith(Effect.succeed)
  const context = yield* Effect.context<never>()
  const received: Array<Received> = []
  const held = new Set<Held>()
  let script: Answer | ((request: Received) => Answer) = { status: 200 }

  const handle = Effect.fnUntraced(function* (request: IncomingMessage, response: ServerResponse) {
    const raw = yield* Effect.promise(() => readBody(request))
    const at = clock.currentTimeMillisUnsafe()
    const seen: Received = { at, headers: request.headers as Record<string, string>, raw, body: JSON.parse(raw) }
    received.push(seen)
    const answer = typeof script === "function" ? script(seen) : script
    const hold = (answerAt: number | undefined): Held => {
      const waiting = { at, answerAt }
      held.add(waiting)
      response.on("close", () => held.delete(waiting))
      return waiting
    }
    if (answer === "reset") return void request.socket.destroy()
    if (answer === "hang") return void hold(undefined)
    if ("raw" in answer) return void request.socket.end(answer.raw)
    const after = Duration.toMillis(answer.after ?? 0)
    if (after > 0) {
      const waiting = hold(at + after)
      yield* Effect.sleep(after)
      held.delete(waiting)
    }
    respond(answer, response)
  })

  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    Effect.runForkWith(context)(handle(request, response))
  }
  const server = yield* Effect.acquireRelease(
    Effect.sync(() =>
      options.tls === undefined ? createServer(onRequest) : (createTlsServer(options.tls, onRequest) as Server)
    ),
    (server) =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
  )
  const port = yield* listen(server)
  return {
    url: `${options.tls === undefined ? "http" : "https"}://127.0.0.1:${port}/notifications`,
    received,
    held,
    answer: (next) => {
      script = next
    }
  }
})
