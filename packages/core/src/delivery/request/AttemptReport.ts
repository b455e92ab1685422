/** What operators see of the attempts to deliver: counts, how long they took, and spans where there is a tracer. */
import { Clock, Effect, type Fiber, Option, Result, type Tracer } from "effect"
import { Metrics } from "../../observability/Metrics.ts"
import { formatTraceparent, parseTraceparent } from "../../observability/Traceparent.ts"
import { endSpan, startSpanIn } from "../../observability/Tracing.ts"
import { type Reply, type TransportFailure, unacceptedStatus } from "../../transport/Transport.ts"
import type { DeliveryId } from "../queue/Delivery.ts"
import type { Batch } from "../queue/DeliveryQueue.ts"

export type AnyFiber = Fiber.Fiber<unknown, unknown>

/** An attempt that is under way. Where there is no tracer, it is reported as its functions are called. */
export interface AttemptReport {
  /** For the receiver, so that it can continue the trace. */
  readonly traceparent: string | undefined
  /** `fiber` runs the result. */
  ended(fiber: AnyFiber, result: Result.Result<Reply, TransportFailure>): Effect.Effect<void>
}

/** One that could not be begun. */
export const unseenAttempt: AttemptReport = { traceparent: undefined, ended: () => Effect.void }

// our choice: as many as OpenTelemetry takes by default.
const mostLinks = 128

/** The publications of a batch's events, each once. */
const publications = ({ events }: Batch): ReadonlyArray<Tracer.SpanLink> => {
  const traceparents = new Set<string>()
  for (const { traceparent } of events) {
    if (traceparent !== undefined) traceparents.add(traceparent)
    if (traceparents.size === mostLinks) break
  }
  return [...traceparents].flatMap((text) =>
    Option.match(parseTraceparent(text), { onNone: () => [], onSome: (span) => [{ span, attributes: {} }] })
  )
}

/** The host alone: paths and queries of receivers' URLs are secrets as often as not. */
const deliverySpan = (batch: Batch, id: DeliveryId): Tracer.SpanOptionsNoTrace => {
  const { owner, webhookId } = batch.lease
  return {
    kind: "client",
    root: true,
    links: publications(batch),
    attributes: {
      "http.request.method": "POST",
      "server.address": URL.parse(batch.url)?.hostname,
      "messaging.batch.message_count": batch.events.length,
      "sellerkit.delivery.id": id,
      "sellerkit.webhook.id": webhookId,
      "sellerkit.seller.id": owner.sellerId
    }
  }
}

/** Why a request failed, in one of few words: the kind of failure, or the class of the status. */
const problemOf = (result: Result.Result<Reply, TransportFailure>): string | undefined => {
  if (Result.isFailure(result)) return result.failure.kind
  const { status } = result.success
  return unacceptedStatus(result.success) === undefined ? undefined : `${Math.floor(status / 100)}xx`
}

const publishToReceipt = Metrics.publishToReceipt()

/** Counts the attempt and, where it succeeded, how long its events had waited for it. */
const count = (fiber: AnyFiber, batch: Batch, problem: string | undefined, startedAt: bigint) => {
  const { context } = fiber
  const clock = fiber.getRef(Clock.Clock)
  const outcome = problem === undefined ? "success" : "failure"
  const nanos = Number(clock.monotonicTimeNanosUnsafe() - startedAt)
  Metrics.deliveries(outcome, problem ?? "none").updateUnsafe(1, context)
  Metrics.deliveryDuration(outcome).updateUnsafe(nanos / 1e9, context)
  if (problem !== undefined) return
  const now = clock.currentTimeMillisUnsafe()
  for (const { waitingSince } of batch.events) {
    publishToReceipt.updateUnsafe(Math.max(0, now - waitingSince) / 1000, context)
  }
}

const endAttempt = (span: Tracer.Span, result: Result.Result<Reply, TransportFailure>, problem: string | undefined) => {
  if (Result.isSuccess(result)) span.attribute("http.response.status_code", result.success.status)
  return endSpan(span, problem)
}

const makeReport = (batch: Batch, span: Tracer.Span | undefined, startedAt: bigint): AttemptReport => ({
  traceparent: span && formatTraceparent(span),
  ended: (fiber, result) => {
    const problem = problemOf(result)
    count(fiber, batch, problem, startedAt)
    return span === undefined ? Effect.void : endAttempt(span, result, problem)
  }
})

/** `fiber` runs the result. */
export const startAttemptReport = (fiber: AnyFiber, batch: Batch, id: DeliveryId): Effect.Effect<AttemptReport> =>
  Effect.mapEager(
    startSpanIn(fiber, "deliver", () => deliverySpan(batch, id)),
    (span) => makeReport(batch, span, fiber.getRef(Clock.Clock).monotonicTimeNanosUnsafe())
  )
