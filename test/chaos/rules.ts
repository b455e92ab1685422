/**
 * The rules that hold whatever is killed and when. Each gives what breaks it, one sentence each.
 *
 * Duplicates are explained by three of them together: an event has exactly one recorded success at a webhook; so every
 * other time that a receiver accepted it went unrecorded; and what is not recorded was under way as its process was killed.
 */
import type { Arrival } from "./Arrival.ts"
import { isFor } from "./chaosEvent.ts"
import type { Life } from "./ChaosService.ts"
import { type Evidence, type Pair, pairOf, type Stored } from "./Evidence.ts"
import type { Publication } from "./Publisher.ts"

/** Every webhook that is enabled and subscribed, of every event that is stored. */
export const expectedPairs = ({ marketplace, stored }: Evidence): ReadonlySet<Pair> => {
  const pairs = new Set<Pair>()
  for (const { number, seller } of stored) {
    for (const [place, webhook] of marketplace.webhooks.entries()) {
      const isExpected = webhook.seller === seller && webhook.enabled && isFor(number, webhook.subscriptions)
      if (isExpected) pairs.add(pairOf(number, place))
    }
  }
  return pairs
}

/** How often each pair comes up in these arrivals. */
export const countPairs = (arrivals: ReadonlyArray<Arrival>): ReadonlyMap<Pair, number> => {
  const counts = new Map<Pair, number>()
  for (const { events, webhook } of arrivals) {
    for (const event of events) counts.set(pairOf(event, webhook), (counts.get(pairOf(event, webhook)) ?? 0) + 1)
  }
  return counts
}

export const acceptedArrivals = ({ arrivals }: Evidence): ReadonlyArray<Arrival> =>
  arrivals.filter(({ status }) => status === 200)

/** Arrivals that the service has recorded as successful. */
export const recordedSuccesses = (evidence: Evidence): ReadonlyArray<Arrival> => {
  const successes = new Set(evidence.recorded.filter(({ success }) => success).map(({ id }) => id))
  return evidence.arrivals.filter(({ requestId }) => successes.has(requestId))
}

/** Arrivals that the service has not recorded. */
export const unrecorded = ({ arrivals, recorded }: Evidence): ReadonlyArray<Arrival> => {
  const known = new Set(recorded.map(({ id }) => id))
  return arrivals.filter(({ requestId }) => !known.has(requestId))
}

// A process needs longer until it sends anything, and a receiver may be late in reading what a killed one sent.
const startUp = 100

/** The process that sent it: the last one that had been started. */
export const lifeOf = (lives: ReadonlyArray<Life>, { at }: Arrival): number =>
  lives.findLastIndex(({ startedAt }) => startedAt + startUp <= at)

type Rule = (evidence: Evidence) => ReadonlyArray<string>

const publishersAreAnswered: Rule = ({ published }) => published.problems

const acceptedIsStored: Rule = ({ published, stored }) => {
  const byNumber = new Map<number, Stored>()
  const problems: Array<string> = []
  for (const event of stored) {
    if (byNumber.has(event.number)) problems.push(`Event ${event.number} is stored twice`)
    byNumber.set(event.number, event)
  }
  for (const [number, { id, seller }] of published.acknowledged) {
    const found = byNumber.get(number)
    if (found?.id !== id || found.seller !== seller) {
      problems.push(
        `Event ${number} was acknowledged as ${id}, and is ${found === undefined ? "not stored" : found.id}`
      )
    }
  }
  return problems
}

/** What nobody was told about is stored as a whole or not at all. */
const storedIsWhole: Rule = ({ published, stored }) => {
  const numbers = new Set(stored.map(({ number }) => number))
  const storedOf = ({ events }: Publication) => events.filter((event) => numbers.has(event)).length
  const inPart = published.forgotten.filter((given) => ![0, given.events.length].includes(storedOf(given)))
  const rejected = published.rejected.filter((given) => storedOf(given) > 0)
  const known = new Set([...published.acknowledged.keys(), ...published.forgotten.flatMap(({ events }) => events)])
  return [
    ...inPart.map(
      (given) => `Of ${given.events.length} events from ${given.events[0]} on ${storedOf(given)} are stored`
    ),
    ...rejected.map(({ events }) => `Events from ${events[0]} on were rejected, and are stored`),
    ...[...numbers].filter((number) => !known.has(number)).map((number) => `Event ${number} is stored and unknown`)
  ]
}

const arrivesWhereItShould: Rule = (evidence) => {
  const expected = expectedPairs(evidence)
  const accepted = countPairs(acceptedArrivals(evidence))
  const lost = [...expected].filter((pair) => !accepted.has(pair))
  const astray = [...countPairs(evidence.arrivals).keys()].filter((pair) => !expected.has(pair))
  return [...lost.map((pair) => `Lost: event ${pair}`), ...astray.map((pair) => `Not for it: event ${pair}`)]
}

const arrivesAsItWasSent: Rule = ({ arrivals }) =>
  arrivals.flatMap(({ problem, requestId }) => (problem === undefined ? [] : [`Request ${requestId} ${problem}`]))

/** The history tells of requests that were made, and how they ended. */
const historyIsTrue: Rule = ({ arrivals, marketplace, recorded }) => {
  const byId = new Map(arrivals.map((arrival) => [arrival.requestId, arrival]))
  return recorded.flatMap(({ id, responseCode, success, webhookId }) => {
    const arrival = byId.get(id)
    if (arrival === undefined) return [`Delivery ${id} is recorded and was never made`]
    const isTrue =
      marketplace.webhooks[arrival.webhook]!.id === webhookId &&
      success === (responseCode === 200) &&
      (responseCode === undefined || responseCode === arrival.status)
    return isTrue ? [] : [`Delivery ${id} is recorded as ${responseCode}, and was answered ${arrival.status}`]
  })
}

const deliveredOnceByRecord: Rule = (evidence) => {
  const counts = countPairs(recordedSuccesses(evidence))
  return [...expectedPairs(evidence)].flatMap((pair) => {
    const count = counts.get(pair) ?? 0
    return count === 1 ? [] : [`Event ${pair} has ${count} recorded successful deliveries`]
  })
}

/** A webhook has one request in flight, and its end is recorded before the next one. */
const unrecordedWasCutOff: Rule = (evidence) => {
  const { arrivals, lives } = evidence
  const missing = new Set(unrecorded(evidence))
  const later = new Set<string>()
  return arrivals
    .toReversed()
    .toSorted((left, right) => right.at - left.at)
    .flatMap((arrival) => {
      const life = lifeOf(lives, arrival)
      const from = `process ${life} to webhook ${arrival.webhook}`
      const isLast = !later.has(from)
      later.add(from)
      if (!missing.has(arrival)) return []
      if (lives[life]?.killedAt === undefined)
        return [`Request ${arrival.requestId} of ${from}, which was not killed, is not recorded`]
      return isLast ? [] : [`Request ${arrival.requestId} of ${from} is not recorded, although it made another one`]
    })
}

const rules: Readonly<Record<string, Rule>> = {
  "Publishers are answered as they should be": publishersAreAnswered,
  "What was acknowledged is stored, once": acceptedIsStored,
  "What was not acknowledged is stored as a whole or not at all": storedIsWhole,
  "What is stored arrived at each webhook that it is for, and nothing else at any": arrivesWhereItShould,
  "What arrived is signed and unaltered": arrivesAsItWasSent,
  "What is recorded happened": historyIsTrue,
  "Each event has exactly one recorded success at each webhook": deliveredOnceByRecord,
  "What is not recorded was the last request of a killed process to its webhook": unrecordedWasCutOff
}

/** Each rule, and what breaks it. */
export const judge = (evidence: Evidence): ReadonlyMap<string, ReadonlyArray<string>> =>
  new Map(Object.entries(rules).map(([name, rule]) => [name, rule(evidence)]))
