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

export class Script {
  private readonly steps: Array<{ readonly rule: Rule; left: number }> = []
  private rule: Rule = () => accepted

  /** Accepts everything, from now on. */
  succeed(): this {
    return this.answer(() => accepted)
  }

  fail({ retryAfter, status = 500, times }: Failure = {}): this {
    const headers = retryAfter === undefined ? undefined : { "retry-after": String(retryAfter) }
    const answer: Answer = { status, ...(headers && { headers }) }
    return this.answer(() => answer, times === undefined ? {} : { times })
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
  reject(which: string | ((event: ReceivedEvent) => boolean), { status = 422, ...times }: Failure = {}): this {
    const isRejected = typeof which === "string" ? ({ type }: ReceivedEvent) => type === which : which
    return this.answer(({ events }) => (events.some(isRejected) ? { status } : accepted), times)
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
