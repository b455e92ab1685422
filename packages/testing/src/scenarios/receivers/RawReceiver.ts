/** A receiver that keeps to no rule: it sends what its script says, byte by byte, and waits by the Effect clock. */
import { Clock, Duration, Effect, Fiber, type Scope } from "effect"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"
import { createServer as createTlsServer } from "node:tls"
import type { Held, ReceiverOptions } from "./Receiver.ts"

type Bytes = string | Uint8Array

/** What a connection does next. When nothing is left it stays open, in silence. */
export type Step =
  | Bytes
  /** Sends the bytes `times` times, or until the connection is gone; without a pause in between, unless `every` is one. */
  | { readonly again: Bytes; readonly times?: number; readonly every?: Duration.Input }
  | { readonly wait: Duration.Input }
  | { readonly close: "orderly" | "reset" }

export interface Script {
  readonly steps: ReadonlyArray<Step>
  /**
   * Begins with the first bytes of a request, and reads no further until the steps are done; otherwise it reads the whole request
   * first.
   */
  readonly atOnce?: boolean
  /** Whether the sender waits for nothing more when the steps are done; its next request on the connection gets no answer. */
  readonly isDone?: boolean
}

export interface RawReceiver {
  readonly url: string
  /** Requests that the script keeps waiting. */
  readonly held: ReadonlySet<Held>
  /** Connections that brought a request: how many there were, and how many are open. */
  readonly requests: () => { readonly made: number; readonly open: number }
}

const send = (socket: Socket, bytes: Bytes): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    if (socket.write(bytes)) resume(Effect.void)
    else socket.once("drain", () => resume(Effect.void))
  })

const close = (socket: Socket, how: "orderly" | "reset"): Effect.Effect<void> =>
  Effect.sync(() => {
    if (how === "orderly") socket.end()
    else socket.resetAndDestroy()
  })

/** As much of HTTP as it takes to know when a request is complete. */
const isComplete = (text: string): boolean => {
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(text)?.[1]
  const headers = text.indexOf("\r\n\r\n")
  return headers !== -1 && text.length - headers - 4 >= Number(length ?? 0)
}

/** Waits until there is something unread. The end of a connection that brought nothing is readable too. */
const firstBytes = (socket: Socket): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    const look = (): void => {
      if (socket.readableLength === 0) return void socket.read()
      socket.off("readable", look)
      resume(Effect.void)
    }
    socket.on("readable", look)
  })

const wholeRequest = (socket: Socket): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    let text = ""
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1")
      if (isComplete(text)) resume(Effect.void)
    })
    socket.resume()
  })

const listen = (server: Server): Effect.Effect<number> =>
  Effect.callback<number>((resume) => {
    server.listen(0, "127.0.0.1", () => resume(Effect.succeed((server.address() as AddressInfo).port)))
  })

/** `hold` says until when nothing will happen. */
const perform = Effect.fnUntraced(function* (
  socket: Socket,
  steps: ReadonlyArray<Step>,
  hold: (wait: Duration.Input | undefined) => Effect.Effect<void>
) {
  for (const step of steps) {
    if (typeof step === "string" || step instanceof Uint8Array) yield* send(socket, step)
    else if ("wait" in step) yield* hold(step.wait)
    else if ("close" in step) yield* close(socket, step.close)
    else {
      for (let left = step.times ?? Infinity; left > 0; left--) {
        yield* send(socket, step.again)
        if (step.every !== undefined) yield* hold(step.every)
      }
    }
  }
})

export const makeRawReceiver = Effect.fnUntraced(function* (
  script: Script,
  { tls }: ReceiverOptions = {}
): Effect.fn.Return<RawReceiver, never, Scope.Scope> {
  const clock = yield* Clock.clockWith(Effect.succeed)
  const context = yield* Effect.context<never>()
  const sockets = new Set<Socket>()
  const requests = new Set<Socket>()
  let made = 0
  const held = new Set<Held>()

  const holding = (at: number) => (wait: Duration.Input | undefined) =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        const answerAt = wait === undefined ? undefined : clock.currentTimeMillisUnsafe() + Duration.toMillis(wait)
        const waiting: Held = { at, answerAt }
        held.add(waiting)
        return waiting
      }),
      () => (wait === undefined ? Effect.never : Effect.sleep(wait)),
      (waiting) => Effect.sync(() => held.delete(waiting))
    )

  const serve = Effect.fnUntraced(function* (socket: Socket) {
    yield* firstBytes(socket)
    made++
    requests.add(socket)
    if (script.atOnce !== true) yield* wholeRequest(socket)
    let hold = holding(clock.currentTimeMillisUnsafe())
    yield* perform(socket, script.steps, hold)
    if (script.isDone === true) {
      yield* firstBytes(socket)
      hold = holding(clock.currentTimeMillisUnsafe())
    }
    socket.resume()
    yield* hold(undefined)
  })

  const accept = (socket: Socket): void => {
    sockets.add(socket)
    socket.on("error", () => {})
    const fiber = Effect.runForkWith(context)(serve(socket))
    socket.on("close", () => {
      sockets.delete(socket)
      requests.delete(socket)
      Effect.runFork(Fiber.interrupt(fiber))
    })
  }

  const server = yield* Effect.acquireRelease(
    Effect.sync(() =>
      tls === undefined ? createServer(accept) : createTlsServer(tls, accept).on("tlsClientError", () => {})
    ),
    (server) =>
      Effect.sync(() => {
        for (const socket of sockets) socket.destroy()
        server.close()
      })
  )
  const port = yield* listen(server)
  return {
    url: `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}/notifications`,
    held,
    requests: () => ({ made, open: requests.size })
  }
})
