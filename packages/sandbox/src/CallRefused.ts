/** A call of the seller API was answered with an error. */
import { Data } from "effect"

interface Problem {
  readonly detail?: string
  /** Some operations on campaigns have nothing else. */
  readonly error?: string
  readonly message?: string
  readonly errors?: ReadonlyArray<{ readonly location: string; readonly message: string }>
}

export class CallRefused extends Data.TaggedError("CallRefused")<{
  readonly method: string
  readonly path: string
  readonly status: number
  /** As JSON, or the text where it is none; undefined where there is no body. */
  // oxlint-disable-next-line typescript/no-explicit-any -- JSON, which tests look into as they like
  readonly body: any
}> {
  override get message() {
    const { error, message, detail = error ?? message ?? "", errors = [] } = (this.body ?? {}) as Problem
    const said = typeof this.body === "string" ? this.body : detail
    const fields = errors.map(({ location, message }) => `\n  ${location}: ${message}`).join("")
    return `${this.method} ${this.path} was answered ${this.status}: ${said}${fields}`
  }
}
