/** The activity of this process alone over the last hour, and as it goes on. It is kept in memory. */
import { Clock, Context, Duration, Effect, Layer, PubSub, Stream } from "effect"
import { SecureRandom } from "effect/crypto"
import { makeReaders } from "../eventStream.ts"
import { type ActivitySample, sampleNow } from "./ActivitySample.ts"

// our choice: what changes is seen soon, and an hour of it is some hundred kilobytes.
const interval = Duration.seconds(5)
const kept = 720

// our choice: a session that has ended meanwhile sees no more for long. The reader comes again.
const longestReading = Duration.minutes(5)

// our choice: a reader that is slower than this many samples misses some.
const ahead = 16

const make = Effect.fnUntraced(function* (clock: Clock.Clock | undefined) {
  const own = clock ?? (yield* Clock.Clock)
  const counting = { process: yield* (yield* SecureRandom.SecureRandom).uuidV4(), since: yield* own.currentTimeMillis }
  const samples: Array<ActivitySample> = []
  const published = yield* PubSub.sliding<ActivitySample>(ahead)
  const readers = makeReaders()

  const take = Effect.gen(function* () {
    const sample = yield* sampleNow(own, counting)
    samples.push(sample)
    if (samples.length > kept) samples.shift()
    yield* PubSub.publish(published, sample)
  })
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(take, own.sleep(interval))))

  return Activity.of({
    readers: readers.count,
    after: (time) =>
      Stream.unwrap(
        Effect.gen(function* () {
          const subscription = yield* PubSub.subscribe(published)
          const known = samples.filter(({ at }) => at > time)
          const last = known.at(-1)?.at ?? time
          return Stream.concat(
            Stream.fromIterable(known),
            Stream.filter(Stream.fromSubscription(subscription), ({ at }) => at > last)
          )
        })
      ).pipe(Stream.interruptWhen(own.sleep(longestReading)), readers.counted)
  })
})

export class Activity extends Context.Service<
  Activity,
  {
    /** How many read it now. */
    readonly readers: () => number
    /** What was sampled after a time (milliseconds), and then each further sample when it is taken, for some minutes. */
    readonly after: (time: number) => Stream.Stream<ActivitySample>
  }
>()("@sellerkit/console/Activity") {
  /** The clock is that of the service, when absent. */
  static readonly layer = (clock: Clock.Clock | undefined): Layer.Layer<Activity, never, SecureRandom.SecureRandom> =>
    Layer.effect(Activity, make(clock))
}
