/** Receivers that do as their scripts say, reached without a network, so that a scenario always takes the same course. */
import { answerWithin, type EventId, type PostRequest, Transport, TransportFailure } from "@sellerkit/core"
import { Duration, Effect, Layer } from "effect"
import type { Answer } from "./CrashScenario.ts"
import type { Ledger, Request } from "./Ledger.ts"
import type { SimulatedProcess } from "./SimulatedProcess.ts"

interface Notification {
  readonly requestId: string
  readonly events: ReadonlyArray<{ readonly id: EventId }>
}

const acceptsAfter: Partial<Record<Answer, Duration.Duration>> = {
  accepts: Duration.zero,
  acceptsSlowly: Duration.seconds(5)
}

export class ScriptedReceivers {
  private readonly ledger: Ledger
  private readonly scripts: Map<string, Array<Answer>>

  constructor(ledger: Ledger, scripts: ReadonlyMap<string, ReadonlyArray<Answer>>) {
    this.ledger = ledger
    this.scripts = new Map([...scripts].map(([url, answers]) => [url, [...answers]]))
  }

  /** From now on every request is accepted at once. */
  recover(): void {
    this.scripts.clear()
  }

  private answer(url: string): Answer {
    return this.scripts.get(url)?.shift() ?? "accepts"
  }

  private reply(answer: Answer, request: Request) {
    if (answer === "refuses") return Effect.succeed({ status: 500 })
    const after = acceptsAfter[answer]
    if (after === undefined) {
      return Effect.andThen(Effect.sleep(answerWithin), Effect.fail(new TransportFailure({ kind: "timeout" })))
    }
    return Effect.map(Effect.sleep(after), () => {
      request.isAccepted = true
      return { status: 200 }
    })
  }

  private post(process: number, { body, url }: PostRequest) {
    const { events, requestId } = JSON.parse(body) as Notification
    const ids = events.map(({ id }) => id)
    const request = this.ledger.requested(process, requestId, url, ids)
    const giveUp = Effect.sync(() => {
      request.isGivenUp = true
    })
    return Effect.onInterrupt(this.reply(this.answer(url), request), () => giveUp)
  }

  /** The receivers as one process reaches them. */
  transport(process: number, simulated: SimulatedProcess): Layer.Layer<Transport> {
    return Layer.succeed(Transport, {
      judges: "address",
      post: (request) =>
        simulated.change(
          "Transport.post",
          Effect.suspend(() => this.post(process, request))
        )
    })
  }
}
