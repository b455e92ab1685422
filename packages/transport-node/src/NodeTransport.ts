/**
 * The sender for Node.js: undici's pooled connections, used directly, because that costs a fraction of what `fetch` does.
 */
import {
  AddressPolicy,
  answerWithin,
  failureOf,
  largestAnswerRead,
  type PostRequest,
  type Reply,
  remember,
  Transport,
  TransportFailure
} from "@sellerkit/core"
import { Duration, Effect, Exit, Layer } from "effect"
import { Agent, type Dispatcher } from "undici"
import { SocketDefect } from "./ContainedSocket.ts"
import { type Deadlines, makeDeadlines } from "./Deadlines.ts"
import { makeGuardedConnector } from "./GuardedConnector.ts"
import { makeHostResolver, type ResolveHost } from "./HostResolver.ts"

export interface NodeTransportOptions {
  /** Finds the addresses of a name; DNS and the hosts file, when absent. */
  readonly resolveHost?: ResolveHost
  /** Certificates to trust besides the well-known ones, in PEM. */
  readonly trustedCertificates?: ReadonlyArray<string>
}

// our choice: a receiver cannot make us keep a connection for as long as its `Keep-Alive: timeout=…` asks for, nor hold long
// headers.
const connections = { keepAliveMaxTimeout: Duration.toMillis("10 seconds"), maxHeaderSize: 16 * 1024 }

// our choice: informational answers (1xx) before the answer itself; one or two are usual.
const mostInformational = 10

// our choice: connections are broken off, which takes no time; but nothing must wait for that without end.
const closeWithin = Duration.seconds(1)

// An answer after exactly the time allowed still counts.
const deadline = Duration.toMillis(answerWithin) + 1

const timeout = new TransportFailure({ kind: "timeout" })
const noAnswer = new TransportFailure({ kind: "protocol" })
const enough = new Error("The rest of the answer is not wanted")

type AnswerHeaders = Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>[2]
type Resume = (exit: Exit.Exit<Reply, TransportFailure>) => void

/** One request. The answer counts as soon as its headers have come; its body is read in part and thrown away. */
class Exchange implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | undefined
  private reply: Reply | undefined
  private informational = 0
  private read = 0
  private stopped: Error | undefined
  private readonly resume: Resume

  constructor(resume: Resume) {
    this.resume = resume
  }

  stop(reason: Error): void {
    this.stopped ??= reason
    this.finish(reason)
    this.controller?.abort(reason)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller
    if (this.stopped !== undefined) controller.abort(this.stopped)
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    { "retry-after": retryAfter }: AnswerHeaders
  ): void {
    if (status >= 200) this.reply = typeof retryAfter === "string" ? { status, retryAfter } : { status }
    else if (++this.informational > mostInformational) this.stop(noAnswer)
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.read += chunk.length
    if (this.read > largestAnswerRead) this.stop(enough)
  }

  onResponseEnd(): void {
    this.finish(undefined)
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.finish(error)
  }

  private finish(error: Error | undefined): void {
    if (this.reply !== undefined) this.resume(Exit.succeed(this.reply))
    else this.resume(error instanceof SocketDefect ? Exit.die(error.cause) : Exit.fail(failureOf(error)))
  }
}

// our choice: how many parsed URLs are kept, so that each is parsed once; they take a few megabytes.
const mostTargets = 10_000

const makeTargetOf = () =>
  remember(mostTargets, (url) => {
    const { origin, pathname, search } = new URL(url)
    return { origin, path: `${pathname}${search}` }
  })

const makeSend =
  (agent: Agent, deadlines: Deadlines, targetOf = makeTargetOf()) =>
  (request: PostRequest) =>
    Effect.callback<Reply, TransportFailure>((resume) => {
      const exchange = new Exchange((exit) => {
        settled()
        resume(exit)
      })
      const settled = deadlines.start(() => exchange.stop(timeout))
      const { origin, path } = targetOf(request.url)
      agent.dispatch({ origin, path, method: "POST", headers: request.headers, body: request.body }, exchange)
      return Effect.sync(() => {
        settled()
        exchange.stop(enough)
      })
    })

/** `Transport` for Node.js. Addresses are checked as the connection is made. */
export const layer = (options: NodeTransportOptions = {}): Layer.Layer<Transport> =>
  Layer.effect(
    Transport,
    Effect.gen(function* () {
      const { resolveHost = makeHostResolver(), trustedCertificates } = options
      const policy = yield* AddressPolicy
      const deadlines = yield* makeDeadlines(deadline)
      const connect = makeGuardedConnector({
        policy,
        resolveHost,
        ...(trustedCertificates === undefined ? undefined : { trustedCertificates })
      })
      const agent = yield* Effect.acquireRelease(
        // Timeouts are ours; one request per connection at a time, because a POST cannot be repeated unseen.
        Effect.sync(
          () => new Agent({ ...connections, connect, pipelining: 1, headersTimeout: 0, bodyTimeout: 0, allowH2: false })
        ),
        (agent) =>
          Effect.timeoutOption(
            Effect.promise(() => agent.destroy()),
            closeWithin
          )
      )
      return Transport.of({ judges: "address", post: makeSend(agent, deadlines) })
    })
  )
