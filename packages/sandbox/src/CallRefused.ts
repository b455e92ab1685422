/** A call of the seller API was answered with an error. */
import { Data } from "effect"

interface Problem {
  readonly detail?: string
  readonly errors?: ReadonlyArray<{ readonly location: string; readonly message: string }>
}

export class CallRefused extends Data.TaggedError("CallRefused")<{
  readonly method: string
  readonly path: string
  readonly status: number
  /** As JSON; undefined where there is none. */
  // oxlint-disable-next-line typescript/no-explicit-any -- JSON, which tests look into as they like
  readonly body: any
}> {
  override get message() {
    const { detail = "", errors = [] } = (this.body ?? {}) as Problem
    const fields = errors.map(({ location, message }) => `\n  ${location}: ${message}`).join("")
    return `${this.method} ${this.path} was answered ${this.status}: ${detail}${fields}`
  }
}
