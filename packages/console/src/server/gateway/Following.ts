/**
 * Lets a page follow what an operation answers: the operation is asked again and again, and each answer that is another one than before
 * is sent to the page as an event. So a page that follows sees what the API says, and may see no more than a page that asks.
 */
import { Clock, Context, Duration, Effect, Layer, Predicate, Stream, type Types } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { commentOf, eventOf, eventStream, makeReaders, mostReaders } from "../eventStream.ts"
import { makeRefuse } from "../refusals.ts"

// our choice: what happens is seen within a second, and a thousand deliveries in that time cost one more request.
const interval = Duration.seconds(1)

// our choice: a proxy takes a connection on which nothing comes for a minute for a dead one.
const quietFor = Duration.seconds(15)

// our choice: a session that has ended meanwhile sees no more for long. The page comes again.
const longest = Duration.minutes(5)

type Answer = Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled>

const comment = commentOf("nothing new")

const textOf = (response: HttpServerResponse.HttpServerResponse): Effect.Effect<string> =>
  Effect.promise(() => HttpServerResponse.toWeb(response).text())

const isGood = ({ status }: HttpServerResponse.HttpServerResponse): boolean => status === 200

/**
 * Asks as a request of its own: it is reported when it has its answer, although that is sent to nobody. Undefined: it is no good one,
 * and what is wrong is told when the page comes again.
 */
const askAlone = (request: HttpServerRequest.HttpServerRequest, answer: Answer) =>
  Effect.suspend(() => {
    let text: string | undefined
    const keep = Effect.fnUntraced(function* (response: HttpServerResponse.HttpServerResponse) {
      if (isGood(response)) text = yield* textOf(response)
    })
    const asked = HttpEffect.toHandled(answer, (_request, response) => keep(response))
    return Effect.map(Effect.provideService(asked, HttpServerRequest.HttpServerRequest, request), () => text)
  })

const make = Effect.fnUntraced(function* (clock: Clock.Clock | undefined) {
  const own = clock ?? (yield* Clock.Clock)
  const refuse = yield* makeRefuse
  const readers = makeReaders()

  const textsOf = (first: string, again: Effect.Effect<string | undefined>) => {
    const further = Stream.fromEffectRepeat(Effect.andThen(own.sleep(interval), again)).pipe(
      Stream.takeWhile(Predicate.isNotUndefined),
      Stream.catchCause(() => Stream.empty)
    )
    return Stream.changes(Stream.concat(Stream.succeed(first), further))
  }

  return Following.of({
    follow: Effect.fnUntraced(function* (request, answer) {
      if (readers.count() >= mostReaders) {
        return yield* refuse(request, 429, "Too many pages follow something", { "retry-after": "5" })
      }
      const first = yield* answer
      if (!isGood(first)) return first
      // Answers are sent when the request has been handled, and what it was handled with is known no more.
      const again = Effect.provideContext(askAlone(request, answer), yield* Effect.context<never>())
      const texts = textsOf(yield* textOf(first), again)
      const events = Stream.map(texts, (text) => eventOf(text))
      const beats = Stream.fromEffectRepeat(Effect.as(own.sleep(quietFor), comment))
      const sent = Stream.merge(events, beats, { haltStrategy: "left" }).pipe(Stream.interruptWhen(own.sleep(longest)))
      return eventStream(readers.counted(sent))
    })
  })
})

export class Following extends Context.Service<
  Following,
  {
    /** The answer to `request`: what `answer` gives now, and then whenever it gives something else, for some minutes. */
    readonly follow: (request: HttpServerRequest.HttpServerRequest, answer: Answer) => Answer
  }
>()("@sellerkit/console/Following") {
  /** The clock is that of the service, when absent. */
  static readonly layer = (clock: Clock.Clock | undefined) => Layer.effect(Following, make(clock))
}
