/** Calls from their beginning to the end of their answers: until when they wait, and how often they are made again. */
import { Clock, Context, Duration, Effect, Record } from "effect"
import { HttpApi } from "effect/http-api"
import { SellerApi } from "../SellerApi.ts"
import { isRepeatable } from "./isRepeatable.ts"
import { repeatedly, RepeatsCalls } from "./patiently.ts"

/** Until when a call waits for its rate budget, in milliseconds, however often it is made again meanwhile. */
export const Deadline = Context.Reference<number>("@sellerkit/core/client/Deadline", {
  defaultValue: () => Number.POSITIVE_INFINITY
})

export interface CallRules {
  /**
   * How long a call waits for its rate budget in all: two minutes, when absent. Where that is too short, the call fails as the service
   * answers it. `0`: it never waits.
   */
  readonly patience?: Duration.Input
  /**
   * How often a call is made again after a failure of the service, where that is safe: five times, when absent. A page of a walk is
   * read again five times, whatever is said here.
   */
  readonly retries?: number
}

// our choice: longer than the windows of all budgets that are published.
const defaultPatience = Duration.minutes(2)

type Call = (request: unknown) => Effect.Effect<unknown, unknown>

/** As `campaigns.pauseAlias`: the names by which a client has its calls. */
const repeatableCalls = (): ReadonlySet<string> => {
  const names = new Set<string>()
  HttpApi.reflect(SellerApi, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, group }) => {
      if (isRepeatable({ endpoint, group })) names.add(`${group.identifier}.${endpoint.identifier}`)
    }
  })
  return names
}

/** The same client, whose calls keep to the rules. */
export const wholeCalls = <Client extends object>(client: Client, { patience, retries }: CallRules): Client => {
  const patienceMillis = Duration.toMillis(Duration.fromInputUnsafe(patience ?? defaultPatience))
  const repeatable = repeatableCalls()

  const whole =
    (call: Call, mayRepeat: boolean): Call =>
    (request) =>
      Effect.gen(function* () {
        const deadline = (yield* Clock.currentTimeMillis) + patienceMillis
        const within = Effect.provideService(call(request), Deadline, deadline)
        return yield* mayRepeat && (yield* RepeatsCalls) ? repeatedly(within, retries) : within
      })

  const groups = client as Readonly<Record<string, Readonly<Record<string, Call>>>>
  const changed = Record.map(groups, (calls, group) =>
    Record.map(calls, (call, name) => whole(call, repeatable.has(`${group}.${name}`)))
  )
  // What the types say of each call is what it does with any of them.
  return changed as unknown as Client
}
