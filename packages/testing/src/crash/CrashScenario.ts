/** What happens in a crash scenario: steps of the world outside, answers of receivers, and how processes end. */
import { Schema } from "effect"

const among = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** How many webhooks a scenario has, all of one account. */
export const webhookCount = 3

const webhook = among(0, webhookCount - 1)
const Publish = Schema.TaggedStruct("Publish", { events: among(1, 5) })
const Pass = Schema.TaggedStruct("Pass", { seconds: Schema.Literals([1, 4, 11, 31, 120, 1000, 90_000]) })

export const Step = Schema.Union([
  Publish,
  Pass,
  // Listed again, because most steps are publications.
  Publish,
  Pass,
  Publish,
  Pass,
  /** The last publication again, with the same keys. */
  Schema.TaggedStruct("PublishAgain", {}),
  Schema.TaggedStruct("Edit", { webhook, enabled: Schema.Boolean }),
  /** Disabled, and enabled again at once. */
  Schema.TaggedStruct("StartAnew", { webhook }),
  Schema.TaggedStruct("Delete", { webhook }),
  Schema.TaggedStruct("Resend", { webhook, onlyFailed: Schema.Boolean }),
  /** The process is stopped in order, and the next one is started. */
  Schema.TaggedStruct("Restart", {})
])
export type Step = typeof Step.Type

/** What a receiver does with one request. */
export const Answer = Schema.Literals([
  "accepts",
  "refuses",
  /** After 5 seconds. */
  "acceptsSlowly",
  /** After 15 seconds, when the sender has stopped waiting. */
  "acceptsTooLate"
])
export type Answer = typeof Answer.Type

const Answers = Schema.Array(Answer).check(Schema.isMaxLength(12))

/** How a process ends without being asked. Times are seconds. */
export const Crash = Schema.Struct({
  /** How many points it passes before: there is one before and one after each call that changes something. */
  afterPoints: among(0, 30),
  /** Until the next process starts; a lease is over after 30. */
  downFor: Schema.Literals([0, 1, 29, 31, 100]),
  /**
   * A process that only stalls goes on after so long, whatever its successor did meanwhile: the calls that it was about to
   * make are made. Undefined: it is killed, and they are not.
   */
  stalledFor: Schema.Union([Schema.Undefined, Schema.Literals([5, 30, 40, 150])])
})
export type Crash = typeof Crash.Type

export const CrashScenario = Schema.Struct({
  /** At most this many: a publication goes out in several requests, one after the other, or in one. */
  eventsPerRequest: Schema.Literals([1, 2, 512]),
  steps: Schema.Array(Step).check(Schema.isBetweenLength(4, 25)),
  /** The answers of each webhook's receiver, one per request; afterwards the receiver accepts. */
  answers: Schema.Tuple([Answers, Answers, Answers]),
  /** How the first process ends, how the second one, and so on. The process after them goes on. */
  crashes: Schema.Array(Crash).check(Schema.isBetweenLength(1, 5))
})
export type CrashScenario = typeof CrashScenario.Type
