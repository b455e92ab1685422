/** Asks for events to be sent again, as an operator does: what is cut off may have been taken, and is not asked for again. */
import { setTimeout as sleep } from "node:timers/promises"
import type { Started } from "../service/ChaosService.ts"
import { type Answer, call, isUnreachable } from "../service/Client.ts"
import { type ChaosWebhook, type Marketplace, operator, type RecordedDelivery } from "./Marketplace.ts"
import type { Pace } from "./Publisher.ts"
import { makeRandom, type Random } from "../random.ts"
import type { ResendSettings, Settings } from "../Settings.ts"

export interface Asked {
  /** Ids of the jobs that askers were told of. */
  readonly accepted: ReadonlyArray<string>
  /** Calls that were cut off. */
  readonly unanswered: number
  /** Calls for disabled webhooks. */
  readonly refused: number
  readonly problems: ReadonlyArray<string>
}

// our choice: shares of those that name a delivery, that want what was dropped alone, and that go back to the beginning.
const ofDelivery = 0.25
const onlyFailed = 0.1
const ofEverything = 0.5

// our choice: how far back others go, in milliseconds, at most.
const furthest = 5000

// our choice: one of so many of the last deliveries is named.
const lastDeliveries = 20

interface Question {
  readonly path: string
  readonly body: object
  /** What it is answered, where it is. */
  readonly expected: 202 | 409
}

const aboutPeriod = (
  { enabled, id, sellerId }: ChaosWebhook,
  random: Random,
  [lowest, highest]: ResendSettings["eventsPerSecond"]
): Question => {
  const since = random.chance(ofEverything) ? 0 : Date.now() - random.between(0, furthest)
  return {
    path: `/sellers/${sellerId}/webhooks/${id}/resend`,
    body: {
      since: new Date(since).toISOString(),
      onlyFailed: random.chance(onlyFailed),
      eventsPerSecond: random.whole(lowest, highest)
    },
    expected: enabled ? 202 : 409
  }
}

/** Undefined while there is no delivery that was answered: of any other nobody outside knows which events it carried. */
const aboutDelivery = async (
  { api }: Started,
  { id: sellerId, token }: Marketplace["sellers"][number],
  random: Random
): Promise<Question | undefined> => {
  const { body, status } = await call(`${api}/api/v1/deliveries?limit=${lastDeliveries}`, token)
  const recorded: ReadonlyArray<RecordedDelivery> = status === 200 ? body.deliveries : []
  const deliveries = recorded.filter(({ responseCode }) => responseCode !== undefined)
  const delivery = deliveries[random.whole(0, deliveries.length - 1)]
  return delivery && { path: `/sellers/${sellerId}/deliveries/${delivery.id}/resend`, body: {}, expected: 202 }
}

/** About one of the webhooks, any of them. */
const ask = async (
  started: Started,
  { sellers, webhooks }: Marketplace,
  random: Random,
  { eventsPerSecond }: ResendSettings
): Promise<{ readonly answer: Answer; readonly question: Question }> => {
  const webhook = webhooks[random.whole(0, webhooks.length - 1)]!
  const delivery = random.chance(ofDelivery)
    ? await aboutDelivery(started, sellers[webhook.seller]!, random)
    : undefined
  const question = delivery ?? aboutPeriod(webhook, random, eventsPerSecond)
  return { answer: await operator(started, question.path, question.body), question }
}

/** The database goes away at times, of which the answer speaks. */
const isCutOff = ({ status }: Answer, { fleet }: Settings): boolean => fleet !== undefined && status >= 500

export const makeResender = (apis: ReadonlyArray<Started>, marketplace: Marketplace, settings: Settings) => {
  const { kills, lifetime, resends, seed } = settings
  const random = makeRandom(seed, 4000)
  const accepted: Array<string> = []
  const problems: Array<string> = []
  let [calls, unanswered, refused] = [0, 0, 0]

  /** Whether there was anybody to ask. */
  const askOnce = async (): Promise<boolean> => {
    try {
      const { answer, question } = await ask(apis[calls++ % apis.length]!, marketplace, random, resends)
      const { body, status } = answer
      if (isCutOff(answer, settings)) unanswered += 1
      else if (status !== question.expected) problems.push(`${question.path} was answered ${status}`)
      else if (status === 202) accepted.push(body.id)
      else refused += 1
      return true
    } catch (error) {
      if (isUnreachable(error)) return false
      unanswered += 1
      return true
    }
  }

  // As publishers do, so that what is allowed takes about as long as a process lives.
  const pause = ((lifetime[0] + lifetime[1]) / 2) * (kills / Math.max(1, resends.jobs))

  const run = async (pace: Pace): Promise<Asked> => {
    let job = 0
    while (job < resends.jobs && !pace.isOver) {
      if (job >= pace.allowed * resends.jobs) {
        await sleep(20)
        continue
      }
      await sleep(random.between(0, 2 * pause))
      if (await askOnce()) job += 1
      else await sleep(random.between(10, 100))
    }
    return { accepted, unanswered, refused, problems }
  }
  return { run }
}
