/** The side of a bridge that has the callers: services that are elsewhere, as if they were here. */
import { Metrics } from "@sellerkit/core"
import { Clock, Context, Effect, type Exit, Layer, type Scope } from "effect"
import type { Crossing } from "./Crossing.ts"
import type { Answer, Call, FromObject, Members, MetricUpdate, Question, Reply, ToObject } from "./Message.ts"
import type { Tags } from "./serve.ts"

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

class Connection {
  private readonly socket: WebSocket
  private readonly crossing: Crossing
  private readonly waiting = new Map<number, Resume>()
  private last = 0
  private end: Effect.Effect<never> | undefined

  constructor(socket: WebSocket, crossing: Crossing) {
    this.socket = socket
    this.crossing = crossing
    socket.addEventListener("message", ({ data }) => {
      const message = JSON.parse(data as string) as FromObject
      if (message.type === "ended" || message.type === "asked") this.hear(message)
    })
    socket.addEventListener("close", (event) => {
      this.end = gone(event)
      for (const resume of this.waiting.values()) resume(this.end)
      this.waiting.clear()
    })
  }

  /** Interrupted, it waits until the call has ended there as well. */
  call(service: string, member: string, args: ReadonlyArray<unknown>): Effect.Effect<unknown, unknown> {
    return Effect.withFiber(({ context }) => {
      const functions: Array<(...args: ReadonlyArray<any>) => unknown> = []
      const now = Context.get(context, Clock.Clock).currentTimeMillisUnsafe()
      const call = { type: "call", now, service, member, arguments: this.crossing.encode(args, functions) } as const
      const askWith = (answers: ReadonlyArray<Answer>): Effect.Effect<unknown, unknown> =>
        Effect.flatMap(this.ask({ ...call, answers }), (reply) => {
          if (reply.type === "asked") {
            return askWith([...answers, this.answerTo(reply.question, functions[reply.question.place]!)])
          }
          for (const update of reply.metrics) updates.get(update.id)!(update, context)
          return this.crossing.decode(reply.exit) as Exit.Exit<unknown, unknown>
        })
      return askWith([])
    })
  }

  private answerTo(question: Question, asked: (...args: ReadonlyArray<any>) => unknown): Answer {
    const exit = Effect.runSyncExit(Effect.sync(() => asked(...this.crossing.decode(question.arguments))))
    return [JSON.stringify(question), this.crossing.encode(exit)]
  }

  private ask(call: Omit<Call, "id">): Effect.Effect<Reply> {
    return Effect.callback((resume) => {
      if (this.end !== undefined) return resume(this.end)
      const id = ++this.last
      this.waiting.set(id, resume)
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

const connect = (url: URL): Effect.Effect<WebSocket, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => new WebSocket(url)),
    evict
  )

/**
 * The services of the object behind a URL, which begins with the layer, and is evicted with it. Their methods are called there
 * with the time of the caller's clock; metrics that they update are the caller's.
 */
export const remoteLayer = <Services>(
  url: URL,
  makeCrossing: () => Crossing,
  tags: Tags
): Layer.Layer<Services, unknown> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const crossing = makeCrossing()
      const socket = yield* connect(url)
      const services = yield* greeting(socket, crossing)
      const connection = new Connection(socket, crossing)
      const serviceOf = (key: string) =>
        Object.fromEntries(
          Object.entries(services[key]!).map(([name, kind]) => [
            name,
            kind === "effect"
              ? connection.call(key, name, [])
              : (...args: ReadonlyArray<unknown>) => connection.call(key, name, args)
          ])
        )
      return tags.reduce(
        (context, tag) => Context.add(context, tag, serviceOf(tag.key)),
        Context.empty() as Context.Context<any>
      ) as Context.Context<Services>
    })
  )
