/** Records over a storage that fails when a test says so. */
import { RecordStore, StorageError, type StoragePorts } from "@sellerkit/core"
import { Context, Effect, Layer } from "effect"

type Name = keyof RecordStore["Service"]
type Call = Effect.Effect<unknown, unknown>

/** `answer`: the call does what it should, and only its answer is lost. */
export type Failure = "answer" | "defect" | "error"

interface Plan {
  /** Which calls count. */
  readonly of: ReadonlyArray<Name>
  readonly how: Failure
  /** How many calls there are before the one that fails. */
  left: number
  /** Whether all calls after it fail too. */
  readonly isLasting: boolean
}

const error = (operation: string) =>
  new StorageError({ operation, retryable: true, cause: new Error("The test says so") })

const failed = (how: Failure, name: string, call: Call): Call => {
  if (how === "defect") return Effect.die(error(name))
  return how === "error" ? Effect.fail(error(name)) : Effect.andThen(call, Effect.fail(error(name)))
}

export class FailingRecords {
  private plan: Plan | undefined
  private last: Failure | undefined
  private original: RecordStore["Service"] | undefined

  /** The storage itself, which never fails. */
  get store(): RecordStore["Service"] {
    return this.original!
  }

  /** How a call failed since something was last mended. */
  get lastFailure(): Failure | undefined {
    return this.last
  }

  get hasFailed(): boolean {
    return this.plan === undefined
  }

  /** A call of those named fails: the one after so many others. */
  fail(of: ReadonlyArray<Name>, how: Failure, after: number): void {
    this.plan = { of, how, left: after, isLasting: false }
  }

  failAlways(of: ReadonlyArray<Name>): void {
    this.plan = { of, how: "error", left: 0, isLasting: true }
  }

  /** Nothing fails any more. Gives whether something has. */
  mend(): boolean {
    const { hasFailed } = this
    this.plan = undefined
    this.last = undefined
    return hasFailed
  }

  over<E>(storage: Layer.Layer<StoragePorts, E>): Layer.Layer<StoragePorts, E> {
    return Layer.effectContext(
      Effect.map(Layer.build(storage), (context) => {
        this.original = Context.get(context, RecordStore)
        const wrapped = Object.entries(this.original).map(([name, method]) => [
          name,
          (...given: ReadonlyArray<never>) =>
            this.called(name as Name, (method as (...given: ReadonlyArray<never>) => Call)(...given))
        ])
        return Context.add(context, RecordStore, Object.fromEntries(wrapped))
      })
    )
  }

  private called(name: Name, call: Call): Call {
    return Effect.suspend(() => {
      const { plan } = this
      if (plan === undefined || !plan.of.includes(name)) return call
      if (plan.left > 0) {
        plan.left -= 1
        return call
      }
      if (!plan.isLasting) this.plan = undefined
      this.last = plan.how
      return failed(plan.how, name, call)
    })
  }
}
