/** Plays a crash scenario from its first step to the end, where everything that is left has to be explained. */
import { Events, type PublishedEvent, Resends, type StoragePorts, type WebhookId, Webhooks } from "@sellerkit/core"
import { defaultDispatcherOptions } from "@sellerkit/core/delivery"
import { Cause, type Context, DateTime, Effect } from "effect"
import { account, actor } from "../fixtures.ts"
import { card, createWebhook, edit } from "../scenarios/steps.ts"
import { type CrashScenario, type Step, webhookCount } from "./CrashScenario.ts"
import { type CrashWorld, makeCrashWorld } from "./CrashWorld.ts"
import type { SimulatedClock } from "./SimulatedClock.ts"
import {
  countDuplicates,
  verifyAcknowledged,
  verifyAttempts,
  verifyFates,
  verifyHistory,
  verifyNothingWaits,
  verifyResends
} from "./verify.ts"

const urlOf = (webhook: number): string => `https://receiver.example/${webhook}`

// The time in which a dispatcher looks without a reason, and the longest interval between attempts.
const untilNothingWaits = "7 hours"

const resendsPerSecond = 3

const since = DateTime.makeUnsafe(0)

/** A publisher, who repeats what was not acknowledged with the same keys. */
const makePublisher = (world: CrashWorld) => {
  const acknowledged = new Map<string, PublishedEvent>()
  let published = 0
  let last: ReadonlyArray<number> = []

  const publishLast = Effect.gen(function* () {
    const inputs = last.map((number) => card(number, { idempotencyKey: `card-${number}` }))
    const answer = yield* world.call(Effect.flatMap(Events, (events) => events.publish(account(), inputs)))
    for (const event of answer) acknowledged.set(event.idempotencyKey, event)
  })

  return {
    acknowledged,
    publish: (events: number) =>
      Effect.suspend(() => {
        last = Array.from({ length: events }, () => ++published)
        return publishLast
      }),
    publishAgain: publishLast
  }
}

/** The owner of the webhooks, who repeats what was not answered. What has been deleted meanwhile is as it should be. */
const makeOwner = (world: CrashWorld, ids: ReadonlyArray<WebhookId>) => {
  const call = <E extends { readonly _tag: string }>(effect: Effect.Effect<unknown, E, Resends | Webhooks>) =>
    world.call(effect).pipe(
      Effect.catch((error) =>
        ["ResendToDisabled", "WebhookNotFound"].includes(error._tag) ? Effect.void : Effect.die(error)
      ),
      Effect.asVoid
    )
  return {
    edit: (webhook: number, enabled: boolean) => call(edit(ids[webhook]!, enabled)),
    remove: (webhook: number) => call(Effect.flatMap(Webhooks, (webhooks) => webhooks.remove(actor(), ids[webhook]!))),
    resend: (webhook: number, onlyFailed: boolean) =>
      call(
        Effect.flatMap(Resends, (resends) =>
          resends.ofPeriod(
            { viewer: account() },
            ids[webhook]!,
            { since, onlyFailed },
            { eventsPerSecond: resendsPerSecond }
          )
        )
      )
  }
}

const play = (
  world: CrashWorld,
  publisher: ReturnType<typeof makePublisher>,
  owner: ReturnType<typeof makeOwner>,
  step: Step
): Effect.Effect<void, unknown> => {
  switch (step._tag) {
    case "Publish":
      return publisher.publish(step.events)
    case "PublishAgain":
      return publisher.publishAgain
    case "Pass":
      return world.advance(step.seconds * 1000)
    case "Edit":
      return owner.edit(step.webhook, step.enabled)
    case "StartAnew":
      return Effect.andThen(owner.edit(step.webhook, false), owner.edit(step.webhook, true))
    case "Delete":
      return owner.remove(step.webhook)
    case "Resend":
      return owner.resend(step.webhook, step.onlyFailed)
    case "Restart":
      return world.restart
  }
}

export interface Played {
  /** How many points each process passed before everything calmed down. */
  readonly points: ReadonlyArray<number>
  readonly duplicates: number
}

const playIn = Effect.fnUntraced(function* (world: CrashWorld, { crashes, steps }: CrashScenario) {
  const ids: Array<WebhookId> = []
  while (ids.length < webhookCount) ids.push((yield* world.call(createWebhook({ url: urlOf(ids.length) }))).id)
  const publisher = makePublisher(world)
  const owner = makeOwner(world, ids)

  world.begin(crashes)
  for (const step of steps) yield* play(world, publisher, owner, step)
  const points = world.points()
  yield* world.calmDown
  yield* world.advance(defaultDispatcherOptions.lease)
  // Only attempts that fail make events wait for longer than the lease of a process that has ended.
  if (![...world.ledger.deliveries.values()].some(({ success }) => !success)) verifyNothingWaits(world)
  yield* world.advance(untilNothingWaits)
  yield* verifyFates(world)
  verifyNothingWaits(world)

  // What was held goes out as well.
  for (const webhook of ids.keys()) yield* owner.edit(webhook, true)
  yield* world.advance(untilNothingWaits)
  yield* verifyFates(world)
  verifyNothingWaits(world)
  verifyResends(world)
  verifyAttempts(world)
  verifyAcknowledged(world, publisher.acknowledged)
  yield* verifyHistory(world)
  return { points, duplicates: countDuplicates(world) }
})

/** Fails when anything in the scenario is not as it must be. Expects an empty storage, and to run by the clock. */
export const playScenario = Effect.fnUntraced(function* (
  storage: Context.Context<StoragePorts>,
  clock: SimulatedClock,
  scenario: CrashScenario
): Effect.fn.Return<Played> {
  const answers = new Map(scenario.answers.map((script, index) => [urlOf(index), script]))
  const world = yield* makeCrashWorld(storage, clock, answers, scenario)
  return yield* Effect.catchCause(playIn(world, scenario), (cause) =>
    Effect.die(new Error([...world.ends, Cause.pretty(cause)].join("\n")))
  )
})
