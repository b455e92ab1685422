/** The side of a bridge that has the services: inside a Durable Object. */
import { Context, Effect, Exit, type Fiber, Layer, Metric, Scope, Stream, Tracer } from "effect"
import { TestClock } from "effect/testing"
import type { Crossing, Json } from "./Crossing.ts"
import type { Answer, Call, FromObject, Members, Question, ToObject } from "./Message.ts"
import { collectingTracer } from "./Spans.ts"
import { WatchedMetrics } from "./WatchedMetrics.ts"

/** Tags of services whose members are effects, streams, or functions that give effects. */
export type Tags = ReadonlyArray<Context.Key<any, any>>

/** What a bridge needs of a WebSocket. */
export interface Socket {
  send(text: string): void
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void
  addEventListener(type: "close", listener: () => void): void
}

type Member =
  | Effect.Effect<unknown, unknown>
  | Stream.Stream<unknown, unknown>
  | ((...args: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown>)

const kindOf = (member: unknown): Members[string] => {
  if (Stream.isStream(member)) return "stream"
  return Effect.isEffect(member) ? "effect" : "method"
}

const membersOf = (service: object): Members =>
  Object.fromEntries(Object.entries(service).map(([name, member]) => [name, kindOf(member)]))

/** Time stands where the last call said, and whatever sleeps until then goes on. */
const moveClockTo = (now: number): Effect.Effect<void> =>
  TestClock.testClockWith((clock) => (clock.currentTimeMillisUnsafe() === now ? Effect.void : clock.setTime(now)))

/** Ends a call whose function has not been asked what it gives. */
class Unanswered extends Error {}

/** Stands in for functions of the caller's. They are pure: what one gave for the same arguments it gives again. */
class AskedFunctions {
  /** The first question that had no answer. */
  question: Question | undefined
  private readonly crossing: Crossing
  private readonly known: ReadonlyMap<string, Json>

  constructor(crossing: Crossing, answers: ReadonlyArray<Answer>) {
    this.crossing = crossing
    this.known = new Map(answers)
  }

  at(place: number) {
    return (...args: ReadonlyArray<unknown>): unknown => {
      const question = { place, arguments: this.crossing.encode(args) }
      const answer = this.known.get(JSON.stringify(question))
      if (answer !== undefined) return Effect.runSync(this.crossing.decode(answer))
      this.question ??= question
      throw new Unanswered()
    }
  }
}

/** `give` is called with each item of a stream. */
const callOf = (member: Member, args: ReadonlyArray<unknown>, give: (item: unknown) => void) => {
  if (Stream.isStream(member)) return Stream.runForEach(member, (item) => Effect.sync(() => give(item)))
  return Effect.isEffect(member) ? member : member(...args)
}

/** Spans are made where somebody receives them. */
const traced = (call: Effect.Effect<unknown, unknown>, tracer: Tracer.Tracer, { tracing }: Call) => {
  if (tracing === undefined) return call
  const { parent } = tracing
  const placed = parent === undefined ? call : Effect.withParentSpan(call, Tracer.externalSpan(parent))
  return Effect.withTracer(placed, tracer)
}

/** Makes calls of services, and tells how they ended. */
const makeAnswer = (
  context: Context.Context<any>,
  tags: Tags,
  crossing: Crossing,
  send: (message: FromObject) => void
) => {
  const services = Object.fromEntries(tags.map((tag) => [tag.key, Context.get(context, tag)]))
  const fibers = new Map<number, Fiber.Fiber<unknown, unknown>>()
  const begin = (call: Call): void => {
    const { answers, arguments: args, id, member, now, service } = call
    const functions = new AskedFunctions(crossing, answers)
    const metrics = new WatchedMetrics()
    const { spans, tracer } = collectingTracer()
    const called = Effect.suspend(() =>
      callOf(
        services[service][member],
        crossing.decode(args, (place) => functions.at(place)),
        (item) => send({ type: "item", id, item: crossing.encode(item) })
      )
    )
    const fiber = Effect.andThen(moveClockTo(now), traced(called, tracer, call)).pipe(
      Effect.provideService(Metric.MetricRegistry, metrics),
      Effect.runForkWith(context as Context.Context<never>)
    )
    fibers.set(id, fiber)
    fiber.addObserver((exit) => {
      fibers.delete(id)
      const { question } = functions
      if (question !== undefined) return send({ type: "asked", id, question })
      send({ type: "ended", id, exit: crossing.encode(exit), metrics: metrics.updates, spans: crossing.encode(spans) })
    })
  }
  send({ type: "ready", services: Object.fromEntries(tags.map(({ key }) => [key, membersOf(services[key])])) })
  return (message: Exclude<ToObject, { readonly type: "evict" }>): void => {
    if (message.type === "call") begin(message)
    else fibers.get(message.id)?.interruptUnsafe()
  }
}

export interface Served {
  readonly crossing: Crossing
  readonly tags: Tags
  readonly layer: Layer.Layer<any, unknown>
  /** Where the other side has connected to: it says what its clock shows, which this one begins with. */
  readonly url: string
  evict(): void
}

/** Serves what the layer provides, built once, until the other side closes the socket or has the object evicted. */
export const serve = (socket: Socket, { crossing, evict, layer, tags, url }: Served): void => {
  const scope = Scope.makeUnsafe()
  const send = (message: FromObject): void => socket.send(JSON.stringify(message))
  let answer: ReturnType<typeof makeAnswer> | undefined
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(data as string) as ToObject
    if (message.type === "evict") evict()
    else answer?.(message)
  })
  socket.addEventListener("close", () => void Effect.runFork(Scope.close(scope, Exit.void)))
  const clock = Layer.provideMerge(
    Layer.effectDiscard(moveClockTo(Number(new URL(url).searchParams.get("now")))),
    TestClock.layer()
  )
  const built = Layer.buildWithScope(Layer.provideMerge(layer, clock), scope)
  Effect.runFork(built).addObserver((exit) => {
    if (Exit.isSuccess(exit)) answer = makeAnswer(exit.value, tags, crossing, send)
    else send({ type: "unavailable", exit: crossing.encode(exit) })
  })
}
