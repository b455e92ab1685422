/** The side of a bridge that has the callers: services that are elsewhere, as if they were here. */
import { Metrics } from "@sellerkit/core"
import { Clock, Context, Effect, type Exit, type Fiber, Layer, Queue, Scope, Stream, Tracer } from "effect"
import type { Crossing } from "./Crossing.ts"
import type { Answer, Call, Ended, FromObject, Members, MetricUpdate, Question, Reply, ToObject } from "./Message.ts"
import type { Tags } from "./serve.ts"
import { type EndedSpan, giveSpan } from "./Spans.ts"

/** The object behind services that are elsewhere. */
export class RemoteObject extends Context.Service<
  RemoteObject,
  {
    /** Ends it as the platform does, which closes nothing, unless it has ended already; and begins it anew. */
    readonly beginAnew: Effect.Effect<void>
  }
>()("@sellerkit/tests/worker/bridge/RemoteObject") {}

type Resume = (reply: Effect.Effect<Reply>) => void

type Update = (update: MetricUpdate, context: Context.Context<never>) => void

/** By the metric's name. */
const updates: ReadonlyMap<string, Update> = new Map(
  Object.values(Metrics).map((family): [string, Update] => {
    const metricOf = family as (...values: ReadonlyArray<string>) => ReturnType<typeof Metrics.deliveries>
    const update: Update = ({ attributes, input }, context) =>
      metricOf(...family.labels.map((label) => attributes[label]!)).updateUnsafe(input, context)
    return [family.id, update]
  })
)

const gone = ({ code, reason }: CloseEvent): Effect.Effect<never> =>
  Effect.die(new Error(`The object is gone: ${reason === "" ? code : reason}`))

/** The default tracer sends spans nowhere. */
const tracingOf = ({ cache: { span, tracer, tracerEnabled } }: Fiber.Fiber<unknown, unknown>): Pick<Call, "tracing"> =>
  !tracerEnabled || tracer === undefined || tracer === Tracer.nativeTracer
    ? {}
    : { tracing: { parent: span && { sampled: span.sampled, spanId: span.spanId, traceId: span.traceId } } }

class Connection {
  readonly socket: WebSocket
  private readonly crossing: Crossing
  private readonly waiting = new Map<number, Resume>()
  /** Who gets the items of streams. */
  private readonly receivers = new Map<number, (item: unknown) => void>()
  private last = 0
  private end: Effect.Effect<never> | undefined

  constructor(socket: WebSocket, crossing: Crossing) {
    this.socket = socket
    this.crossing = crossing
    socket.addEventListener("message", ({ data }) => {
      const message = JSON.parse(data as string) as FromObject
      if (message.type === "item") this.receivers.get(message.id)?.(this.crossing.decode(message.item))
      if (message.type === "ended" || message.type === "asked") this.hear(message)
    })
    socket.addEventListener("close", (event) => {
      this.end = gone(event)
      for (const resume of this.waiting.values()) resume(this.end)
      this.waiting.clear()
    })
  }

  /** Interrupted, it waits until the call has ended there as well. */
  call(
    service: string,
    member: string,
    args: ReadonlyArray<unknown>,
    receive: (item: any) => void = () => {}
  ): Effect.Effect<unknown, unknown> {
    return Effect.withFiber((fiber) => {
      const { context } = fiber
      const functions: Array<(...args: ReadonlyArray<any>) => unknown> = []
      const now = Context.get(context, Clock.Clock).currentTimeMillisUnsafe()
      const call = {
        type: "call",
        now,
        service,
        member,
        arguments: this.crossing.encode(args, functions),
        ...tracingOf(fiber)
      } as const
      const askWith = (answers: ReadonlyArray<Answer>): Effect.Effect<unknown, unknown> =>
        Effect.flatMap(this.ask({ ...call, answers }, receive), (reply) => {
          if (reply.type === "asked") {
            return askWith([...answers, this.answerTo(reply.question, functions[reply.question.place]!)])
          }
          this.report(reply, fiber)
          return this.crossing.decode(reply.exit) as Exit.Exit<unknown, unknown>
        })
      return askWith([])
    })
  }

  /** What the call has shown of itself is the caller's. */
  private report({ metrics, spans }: Ended, { cache, context }: Fiber.Fiber<unknown, unknown>): void {
    for (const update of metrics) updates.get(update.id)!(update, context)
    for (const span of this.crossing.decode(spans) as ReadonlyArray<EndedSpan>) giveSpan(cache.tracer!, span)
  }

  private answerTo(question: Question, asked: (...args: ReadonlyArray<any>) => unknown): Answer {
    const exit = Effect.runSyncExit(Effect.sync(() => asked(...this.crossing.decode(question.arguments))))
    return [JSON.stringify(question), this.crossing.encode(exit)]
  }

  private ask(call: Omit<Call, "id">, receive: (item: unknown) => void): Effect.Effect<Reply> {
    return Effect.callback((resume) => {
      if (this.end !== undefined) return resume(this.end)
      const id = ++this.last
      this.waiting.set(id, resume)
      this.receivers.set(id, receive)
      this.send({ ...call, id })
      return Effect.callback((ended) => {
        // It has ended, or the object is gone.
        if (!this.waiting.has(id)) return ended(Effect.void)
        this.waiting.set(id, () => ended(Effect.void))
        this.send({ type: "interrupt", id })
      })
    })
  }

  private hear(reply: Reply): void {
    const resume = this.waiting.get(reply.id)!
    this.waiting.delete(reply.id)
    this.receivers.delete(reply.id)
    resume(Effect.succeed(reply))
  }

  private send(message: ToObject): void {
    this.socket.send(JSON.stringify(message))
  }
}

/** What the object says first: which members its services have, or why it has none. */
const greeting = (socket: WebSocket, crossing: Crossing): Effect.Effect<Readonly<Record<string, Members>>, unknown> =>
  Effect.callback((resume) => {
    socket.addEventListener(
      "message",
      ({ data }) => {
        const message = JSON.parse(data as string) as FromObject
        if (message.type === "ready") resume(Effect.succeed(message.services))
        if (message.type === "unavailable") resume(crossing.decode(message.exit))
      },
      { once: true }
    )
    socket.addEventListener("close", (event) => resume(gone(event)))
  })

/** Evicts the object, and waits until it is gone. */
const evict = (socket: WebSocket): Effect.Effect<void> =>
  Effect.callback((resume) => {
    if (socket.readyState === WebSocket.CLOSED) return resume(Effect.void)
    socket.addEventListener("close", () => resume(Effect.void), { once: true })
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: "evict" } satisfies ToObject))
    else socket.close()
  })

/** A connection to the object, which begins with it, and what its services have. */
const open = Effect.fnUntraced(function* (url: URL, crossing: Crossing) {
  const now = yield* Clock.currentTimeMillis
  const socket = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const opened = new URL(url)
      opened.searchParams.set("now", String(now))
      return new WebSocket(opened)
    }),
    evict
  )
  const services = yield* greeting(socket, crossing)
  return { connection: new Connection(socket, crossing), services }
})

/**
 * The services of the object behind a URL, which begins with the layer, and is evicted with it. Their methods are called there
 * with the time of the caller's clock; what they count and trace is the caller's.
 */
export const remoteLayer = <Services>(
  url: URL,
  makeCrossing: () => Crossing,
  tags: Tags
): Layer.Layer<RemoteObject | Services, unknown> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const crossing = makeCrossing()
      const opened = yield* open(url, crossing)
      let { connection } = opened
      const call = (...given: Parameters<Connection["call"]>) => Effect.suspend(() => connection.call(...given))
      const memberOf = (key: string, name: string, kind: Members[string]): unknown => {
        if (kind === "method") return (...args: ReadonlyArray<unknown>) => call(key, name, args)
        if (kind === "effect") return call(key, name, [])
        return Stream.callback<unknown, unknown>((queue) =>
          Effect.andThen(
            call(key, name, [], (item) => Queue.offerUnsafe(queue, item)),
            Queue.end(queue)
          )
        )
      }
      const serviceOf = (key: string) =>
        Object.fromEntries(
          Object.entries(opened.services[key]!).map(([name, kind]) => [name, memberOf(key, name, kind)])
        )
      const remote = RemoteObject.of({
        beginAnew: Effect.gen(function* () {
          yield* evict(connection.socket)
          connection = (yield* Effect.orDie(Scope.provide(open(url, crossing), scope))).connection
        })
      })
      return tags.reduce(
        (context, tag) => Context.add(context, tag, serviceOf(tag.key)),
        Context.make(RemoteObject, remote) as Context.Context<any>
      ) as Context.Context<RemoteObject | Services>
    })
  )
