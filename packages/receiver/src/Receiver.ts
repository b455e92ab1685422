/**
 * Receives notifications: checks who sends and that the body is unchanged, hands each event to its handler once, and answers
 * 200 only when all of them were handled. Any other answer makes the sender repeat the notification, and those of its events
 * that were handled are known by then.
 */
import type { DeclaredTypes, KnownEvents, NothingDeclared, ReceivedEvent } from "./events/EventTypes.ts"
import { handlerOf, type Handlers } from "./Handlers.ts"
import type { IncomingRequest } from "./http/IncomingRequest.ts"
import { checkNames } from "./events/knownNames.ts"
import { type Notification, readNotification } from "./events/Notification.ts"
import { type Platform, systemNow, systemPlatform } from "./Platform.ts"
import { described, printProblem, type Problem, safely } from "./Problem.ts"
import type { ProcessedEvents } from "./ProcessedEvents.ts"
import { bodyTooLarge, Refusal } from "./Refusal.ts"
import { makeAuthenticate, type Secrets } from "./Secrets.ts"
import { checkSignature, checkTimestamp, signatureHeaders } from "./Signature.ts"

/**
 * `Own`: the payloads of declared events, by name. `Transaction`: what the store gives to handlers. Both follow from `types` and
 * `store` alone. Otherwise the names of handlers would declare events.
 */
export interface ReceiverOptions<Own extends object = NothingDeclared, Transaction = undefined> extends Handlers<
  KnownEvents<NoInfer<Own>>,
  NoInfer<Transaction>
> {
  /** Event types beside the published ones. */
  readonly types?: DeclaredTypes<Own>
  /** The secrets, as Create webhook or Refresh secret showed them. */
  readonly secrets: Secrets
  /** Which events were processed. */
  readonly store: ProcessedEvents<Transaction>
  /** Gets the reason why a notification was not taken. Absent: the console. */
  readonly report?: (problem: Problem) => void
  /** Whether notifications without a signature are refused. */
  readonly requireSignature?: boolean
  /** How far the time of a signature may be from now, in milliseconds. */
  readonly timestampTolerance?: number
  /**
   * What the time is, in milliseconds since 1970, for the age of signatures; `Date.now`, when absent. For tests under simulated
   * time. How long handlers take is a matter of real time, whatever this says.
   */
  readonly now?: () => number
  /** Bytes. */
  readonly largestBody?: number
  /** Milliseconds. If events are left by then, the answer is 503. */
  readonly answerWithin?: number
  /** For tests. */
  readonly platform?: Platform
}

export interface Answer {
  readonly status: number
  /** A sentence for people who look at the answer; the sender ignores it. */
  readonly message: string
  /** Resolves when all handlers have ended: one may still run after its request was answered as late. */
  readonly finished: Promise<void>
}

export interface Receiver {
  /** What the handlers for frameworks call. Never rejects. */
  receive(request: IncomingRequest): Promise<Answer>
}

// As Standard Webhooks recommends.
const usualTolerance = 5 * 60 * 1000

// our choice: four times what a notification usually is at most.
const usualLargestBody = 4 * 1024 * 1024

// our choice: the sender waits for ten seconds, and the answer is to be on its way before.
const usualAnswerWithin = 8000

// our choice: how long to wait before looking again whether another request has finished with an event: longer each time.
const firstPause = 25
const longestPause = 1000

type Verdict = Omit<Answer, "finished">

/** What is going on with a notification, for the message when it takes too long. */
interface Progress {
  current?: ReceivedEvent
  left: number
}

const makeHandleAll = <Own extends object, Transaction>(
  options: ReceiverOptions<Own, Transaction>,
  report: (problem: Problem) => void,
  platform: Platform
) => {
  const { store } = options

  /** Tries to handle an event. Only a `busy` one stays on the list. */
  const attempt = async (event: ReceivedEvent, requestId: string, signal: AbortSignal) => {
    const handler = handlerOf(options, event)
    if (handler === undefined) return "handled"
    try {
      return await store.once(
        event,
        async (transaction) => void (await handler(event, { requestId, signal, transaction }))
      )
    } catch (error) {
      report({ kind: "failed", message: `${described(event)} could not be handled and comes again:`, event, error })
      return "failed"
    }
  }

  // Once the answer is given, no further event is begun and the verdict is not used.
  return async ({ events, requestId }: Notification, progress: Progress, signal: AbortSignal): Promise<Verdict> => {
    let failed = 0
    let waiting = events
    for (let pause = firstPause; waiting.length > 0; pause = Math.min(2 * pause, longestPause)) {
      const busy: Array<ReceivedEvent> = []
      for (const [index, event] of waiting.entries()) {
        if (signal.aborted) break
        progress.current = event
        progress.left = busy.length + waiting.length - index
        const outcome = await attempt(event, requestId, signal)
        if (outcome === "failed") failed++
        if (outcome === "busy") busy.push(event)
      }
      waiting = busy
      if (busy.length > 0) await platform.sleep(pause, signal)
      if (signal.aborted) break
    }
    if (failed === 0) return { status: 200, message: "" }
    return { status: 500, message: `${failed} of ${events.length} events could not be handled: send them again` }
  }
}

const lateMessage = ({ current, left }: Progress, answerWithin: number): string => {
  if (current === undefined) {
    return `The notification could not be read within ${answerWithin} ms: its body has not arrived, or asking for the secrets takes long`
  }
  const others = left > 1 ? `, and ${left - 1} more events wait` : ""
  return (
    `${described(current)} was not handled ${answerWithin} ms after its notification came${others}. The notification comes ` +
    "again, and nothing is done twice that is done by then. What takes this long should be written down, and done after " +
    "the answer"
  )
}

const nothing = (): void => undefined

/** Requires `types` where a type argument names events, so that they are declared too. */
type Declaring<Own extends object> = [keyof Own] extends [never] ? unknown : { readonly types: unknown }

/** Throws where an option cannot be right: a handler for an event that does not exist, or no secret. */
export const createReceiver = <Own extends object = NothingDeclared, Transaction = undefined>(
  options: ReceiverOptions<Own, Transaction> & Declaring<Own>
): Receiver => {
  const {
    answerWithin = usualAnswerWithin,
    largestBody = usualLargestBody,
    now = systemNow,
    platform = systemPlatform,
    requireSignature = false,
    timestampTolerance = usualTolerance
  } = options
  checkNames(options.on, options.types)
  const report = safely(options.report ?? printProblem)
  const authenticate = makeAuthenticate(options.secrets)
  const handleAll = makeHandleAll(options, report, platform)

  /** The notification, when the request is right in every way. The body of a request without the secret is not read. */
  const open = async (request: IncomingRequest): Promise<Notification> => {
    if (request.method !== "POST") {
      throw new Refusal(405, `Notifications come with POST, and this is a ${request.method}`)
    }
    const secret = await authenticate(request.header("authorization"))
    const signature = signatureHeaders((name) => request.header(name))
    if (signature === undefined && requireSignature) {
      throw new Refusal(401, "There is no webhook-signature, and this receiver takes signed notifications only")
    }
    if (signature !== undefined) checkTimestamp(signature, now(), timestampTolerance)
    if (Number(request.header("content-length") ?? 0) > largestBody) throw bodyTooLarge(largestBody)
    const body = await request.readBody(largestBody)
    if (body.byteLength > largestBody) throw bodyTooLarge(largestBody)
    if (signature !== undefined) await checkSignature(signature, body, secret)
    return readNotification(body)
  }

  const work = async (request: IncomingRequest, progress: Progress, signal: AbortSignal): Promise<Verdict> => {
    try {
      return await handleAll(await open(request), progress, signal)
    } catch (error) {
      if (error instanceof Refusal) {
        report({ kind: error.status === 500 ? "misconfigured" : "refused", message: error.message })
        return { status: error.status, message: error.message }
      }
      report({ kind: "failed", message: "A notification could not be read and comes again:", error })
      return { status: 500, message: "The notification could not be read: send it again" }
    }
  }

  return {
    receive: async (request) => {
      const answered = new AbortController()
      const progress: Progress = { left: 0 }
      const working = work(request, progress, answered.signal)
      const limit = platform.sleep(answerWithin, answered.signal).then(() => "late" as const)
      const first = await Promise.race([working, limit]).finally(() => answered.abort())
      if (first !== "late") return { ...first, finished: Promise.resolve() }
      const message = lateMessage(progress, answerWithin)
      report({ kind: "late", message, ...(progress.current && { event: progress.current }) })
      return { status: 503, message, finished: working.then(nothing) }
    }
  }
}
