/** An orderly stop takes time: how much it may take, and a line in the log about it. */
import { Dispatcher, DispatcherOptions } from "@sellerkit/core/delivery"
import { Duration, Effect, Layer, Option } from "effect"

// our choice: how long requests that are being answered may take when the service stops.
export const answersWithin = Duration.seconds(5)

const waitingFor = (requests: number, atMost: Duration.Duration): string =>
  `Stopping: waiting for ${requests} request${requests === 1 ? "" : "s"} to receivers, for ${Duration.toSeconds(atMost)} seconds at most`

/** Logs what a stopping service waits for, so that it does not look stuck. This layer has to close first. */
export const stoppingNoteLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const dispatcher = yield* Effect.serviceOption(Dispatcher)
    // Without one there is nothing to wait for.
    if (Option.isNone(dispatcher)) return
    const { stopWithin } = yield* DispatcherOptions
    // The dispatcher stops when no request is being answered any more.
    const atMost = Duration.sum(answersWithin, stopWithin)
    yield* Effect.addFinalizer(() =>
      Effect.flatMap(dispatcher.value.health, ({ inFlight }) =>
        inFlight === 0 ? Effect.void : Effect.logInfo(waitingFor(inFlight, atMost))
      )
    )
  })
)
