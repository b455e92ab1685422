/**
 * A receiver for tests: a real HTTP server that answers as its script says and keeps what it got. It waits by simulated
 * time, so that a slow answer takes no real time.
 */
import { Cause, Clock, Duration, Effect, type Scope } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { text } from "node:stream/consumers"
import { listen } from "../listen.ts"
import { Instruments } from "../time/Instruments.ts"
import { type Answer, readBody, type ReceivedEvent, type ReceivedNotification } from "./Notification.ts"
import { Script } from "./Script.ts"

/** A notification that is being answered. */
type Unanswered = { -readonly [Key in keyof ReceivedNotification]: ReceivedNotification[Key] }

export class Receiver extends Script {
  /** The URL that webhooks are created for. */
  readonly url: string
  /** Everything that arrived, whatever the answer was. */
  readonly notifications: ReadonlyArray<ReceivedNotification>
  /** Forgets what has arrived; what it answers stays as it is. */
  readonly clear: () => void

  constructor(url: string, notifications: Array<ReceivedNotification>) {
    super()
    this.url = url
    this.notifications = notifications
    this.clear = () => void notifications.splice(0)
  }

  /** The accepted events, each once, in the order in which they were accepted. */
  get events(): ReadonlyArray<ReceivedEvent> {
    const byKey = new Map<string, ReceivedEvent>()
    for (const { events, sellerId } of this.notifications.filter(({ accepted }) => accepted)) {
      for (const event of events) {
        const key = `${sellerId} ${event.idempotencyKey}`
        if (!byKey.has(key)) byKey.set(key, event)
      }
    }
    return [...byKey.values()]
  }
}

const taken = new WeakSet<ReceivedNotification>()

/** The first notification that meets the condition and was not given before. */
export const take = (
  { notifications }: Receiver,
  where: (notification: ReceivedNotification) => boolean
): ReceivedNotification | undefined => {
  const found = notifications.find((notification) => !taken.has(notification) && where(notification))
  if (found !== undefined) taken.add(found)
  return found
}

const noNotification: Answer = { status: 400, body: "This is no notification" }

/** Answers until the scope closes. */
export const makeReceiver: Effect.Effect<Receiver, never, Instruments | Scope.Scope> = Effect.gen(function* () {
  const { activity } = yield* Instruments
  const clock = yield* Clock.Clock
  const context = yield* Effect.context<never>()
  const received: Array<Unanswered> = []

  const respond = (answer: Extract<Answer, { status: number }>, response: ServerResponse, to?: Unanswered): void => {
    response.writeHead(answer.status, answer.headers).end(answer.body)
    if (to === undefined) return
    to.status = answer.status
    to.accepted = answer.status === 200
  }

  /** A rule of the test has thrown, or what it gave is no answer. */
  const respondThrown = (cause: Cause.Cause<never>, response: ServerResponse, to: Unanswered): void => {
    to.error = Cause.squash(cause)
    if (response.headersSent) response.destroy()
    else respond({ status: 500, body: String(to.error) }, response, to)
  }

  const answering = Effect.fnUntraced(function* (
    notification: Unanswered,
    request: IncomingMessage,
    response: ServerResponse
  ) {
    const answer = receiver.nextAnswer(notification)
    if (answer === "disconnect") return void request.socket.destroy()
    const after = answer === "hang" ? Duration.infinity : Duration.fromInputUnsafe(answer.after ?? 0)
    if (!Duration.isZero(after)) {
      activity.hold(notification.requestId, true)
      yield* Effect.sleep(after)
      activity.hold(notification.requestId, false)
    }
    if (answer !== "hang" && !response.destroyed) respond(answer, response, notification)
  })

  const handle = Effect.fnUntraced(function* (request: IncomingMessage, response: ServerResponse) {
    const body = yield* Effect.promise(() => text(request))
    const read = readBody(body)
    if (read === undefined) return respond(noNotification, response)
    const notification: Unanswered = {
      ...read,
      time: new Date(clock.currentTimeMillisUnsafe()),
      headers: request.headers as Record<string, string>,
      body,
      status: undefined,
      accepted: false
    }
    received.push(notification)
    yield* Effect.catchCause(answering(notification, request, response), (cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.failCause(cause)
        : Effect.sync(() => respondThrown(cause, response, notification))
    )
  })

  const origin = yield* listen((request, response) => {
    const fiber = Effect.runForkWith(context)(handle(request, response))
    response.on("close", () => fiber.interruptUnsafe())
  })
  const receiver = new Receiver(`${origin}/notifications`, received)
  return receiver
})
