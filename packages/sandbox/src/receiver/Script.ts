/** What a receiver answers: first a list of steps, each used once, then a rule. */
import type { Duration } from "effect"
import type { Answer, ReceivedEvent, ReceivedNotification } from "./Notification.ts"

export type Rule = (notification: ReceivedNotification) => Answer

export interface Times {
  /** For how many requests; after them it answers as before. When absent: from now on. */
  readonly times?: number
}

export interface Failure extends Times {
  /** 500 when absent. */
  readonly status?: number
  /** Seconds that the service is asked to wait, with 429 and 503. */
  readonly retryAfter?: number
}

const accepted = { status: 200 } as const

const failureOf = ({ retryAfter, status = 500 }: Failure): Answer => ({
  status,
  ...(retryAfter !== undefined && { headers: { "retry-after": String(retryAfter) } })
})

export class Script {
  private readonly steps: Array<{ readonly rule: Rule; left: number }> = []
  private rule: Rule = () => accepted

  /** Accepts everything, from now on. */
  succeed(): this {
    return this.answer(() => accepted)
  }

  fail(failure: Failure = {}): this {
    const answer = failureOf(failure)
    return this.answer(() => answer, failure)
  }

  /** Accepts after this time. The service gives up after ten seconds. */
  delay(after: Duration.Input, times?: Times): this {
    return this.answer(() => ({ ...accepted, after }), times)
  }

  /** Never answers. */
  hang(times?: Times): this {
    return this.answer(() => "hang", times)
  }

  /** Closes connections without an answer. */
  disconnect(times?: Times): this {
    return this.answer(() => "disconnect", times)
  }

  /** Refuses notifications that carry an event of this type, or one that meets this condition. Accepts all others. */
  reject(which: string | ((event: ReceivedEvent) => boolean), failure: Failure = {}): this {
    const isRejected = typeof which === "string" ? ({ type }: ReceivedEvent) => type === which : which
    const refused = failureOf({ status: 422, ...failure })
    return this.answer(({ events }) => (events.some(isRejected) ? refused : accepted), failure)
  }

  /** Any other answer. */
  answer(rule: Answer | Rule, { times }: Times = {}): this {
    const made = typeof rule === "function" ? rule : () => rule
    if (times !== undefined) {
      if (times > 0) this.steps.push({ rule: made, left: times })
      return this
    }
    this.steps.length = 0
    this.rule = made
    return this
  }

  /** The answer to the next request. */
  nextAnswer(notification: ReceivedNotification): Answer {
    const [step] = this.steps
    if (step === undefined) return this.rule(notification)
    step.left -= 1
    if (step.left === 0) this.steps.shift()
    return step.rule(notification)
  }
}
