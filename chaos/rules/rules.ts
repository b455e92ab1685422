/**
 * The rules that hold whatever is killed and when. Each gives what breaks it, one sentence each.
 *
 * Each time that an event came again is explained: somebody asked for it, or by what became of the request before: its process
 * was killed, its answer was not heard, or its lease ran out; or the process of the one that came again had stood still. A process
 * that is killed loses the record of one request per webhook and no more.
 */
import { failureTexts } from "@sellerkit/core"
import type { Arrival } from "../actors/Arrival.ts"
import { acceptedArrivals, cameLate, duplicatesIn } from "../evidence/duplicates.ts"
import type { Evidence, Rule, Stored } from "../evidence/Evidence.ts"
import type { ChaosWebhook, Marketplace } from "../actors/Marketplace.ts"
import { makeExplain, wasHeldUp, wasKilled } from "../evidence/leases.ts"
import { countPairs, deliverablePairs, expectedPairs, recordedSuccesses } from "../evidence/pairs.ts"
import type { Publication } from "../actors/Publisher.ts"
import { resendRules } from "./resendRules.ts"

/** Arrivals that the service has not recorded. */
export const unrecorded = ({ arrivals, recorded }: Evidence): ReadonlyArray<Arrival> => {
  const known = new Set(recorded.map(({ id }) => id))
  return arrivals.filter(({ requestId }) => !known.has(requestId))
}

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

/** The host's row and the event are in one transaction. */
const hostRowsGoAlong: Rule = ({ hostRows, published, stored }) => {
  const numbers = new Set(stored.map(({ number }) => number))
  return [...published.inSql]
    .filter((number) => numbers.has(number) !== hostRows.has(number))
    .map((number) =>
      numbers.has(number)
        ? `Event ${number} is stored without its row`
        : `Event ${number} is not stored, although its row is`
    )
}

const arrivesWhereItShould: Rule = (evidence) => {
  const expected = expectedPairs(evidence)
  const accepted = countPairs(acceptedArrivals(evidence))
  const lost = [...deliverablePairs(evidence)].filter((pair) => !accepted.has(pair))
  const astray = [...countPairs(evidence.arrivals).keys()].filter((pair) => !expected.has(pair))
  return [...lost.map((pair) => `Lost: event ${pair}`), ...astray.map((pair) => `Not for it: event ${pair}`)]
}

const arrivesAsItWasSent: Rule = ({ arrivals }) =>
  arrivals.flatMap(({ problem, requestId }) => (problem === undefined ? [] : [`Request ${requestId} ${problem}`]))

const leadingNowhere = ({ webhooks }: Marketplace): ReadonlyArray<ChaosWebhook> =>
  webhooks.filter(({ conduct }) => conduct === "leadsNowhere")

/** The history tells of requests that were made, and how they ended. Those that lead nowhere have a rule of their own. */
const historyIsTrue: Rule = (evidence) => {
  const { arrivals, marketplace, recorded } = evidence
  const byId = new Map(arrivals.map((arrival) => [arrival.requestId, arrival]))
  const nowhere = new Set(leadingNowhere(marketplace).map(({ id }) => id))
  return recorded.flatMap((record) => {
    const { id, responseCode, success, webhookId } = record
    if (nowhere.has(webhookId)) return []
    const arrival = byId.get(id)
    if (arrival === undefined)
      return wasHeldUp(evidence, record) ? [] : [`Delivery ${id} is recorded and was never made`]
    const isTrue =
      marketplace.webhooks[arrival.webhook]!.id === webhookId &&
      success === (responseCode === 200) &&
      (responseCode === undefined || responseCode === arrival.status)
    return isTrue ? [] : [`Delivery ${id} is recorded as ${responseCode}, and was answered ${arrival.status}`]
  })
}

/**
 * A name without an address spends attempts like any other receiver that accepts nothing. In a process that stood still meanwhile the
 * time for an answer may be over before it is known that there is no address.
 */
const nowhereIsTried: Rule = (evidence) =>
  leadingNowhere(evidence.marketplace)
    .filter(({ enabled }) => enabled)
    .flatMap(({ id: webhook }) => {
      const attempts = evidence.recorded.filter(({ webhookId }) => webhookId === webhook)
      if (attempts.length === 0) return [`Webhook ${webhook} leads nowhere, and no attempt says so`]
      return attempts
        .filter(({ error, success }) => success || error !== failureTexts.nameNotFound)
        .filter((record) => record.error !== failureTexts.timeout || !wasHeldUp(evidence, record))
        .map(({ error, id }) => `Delivery ${id} leads nowhere, and is recorded as ${error ?? "accepted"}`)
    })

const recordedOnce: Rule = ({ recorded }) => {
  const known = new Set<string>()
  return recorded.flatMap(({ id }) => {
    if (known.has(id)) return [`Delivery ${id} is recorded twice`]
    known.add(id)
    return []
  })
}

/** A request that is recorded after its lease may be a second one, as is one that was asked for. */
const deliveredOnceByRecord: Rule = (evidence) => {
  const counts = countPairs(recordedSuccesses(evidence))
  const more = Map.groupBy(
    duplicatesIn(evidence).filter((duplicate) => cameLate(duplicate) || duplicate.reasons.includes("resent")),
    ({ pair }) => pair
  )
  return [...deliverablePairs(evidence)].flatMap((pair) => {
    const count = counts.get(pair) ?? 0
    return count >= 1 && count <= 1 + (more.get(pair)?.length ?? 0)
      ? []
      : [`Event ${pair} has ${count} recorded successful deliveries`]
  })
}

const cameAgainForAReason: Rule = (evidence) =>
  duplicatesIn(evidence).flatMap(({ pair, reasons }) =>
    reasons.length === 0 ? [`Event ${pair} was accepted again, and nothing explains it`] : []
  )

/** A webhook has one request in flight, unless whoever sent the first one has lost it. */
const oneAtATime: Rule = (evidence) => {
  const explain = makeExplain(evidence)
  const last = new Map<number, Arrival>()
  return evidence.arrivals
    .toSorted((left, right) => left.at - right.at)
    .flatMap((arrival) => {
      const before = last.get(arrival.webhook)
      if (before === undefined || arrival.until > before.until) last.set(arrival.webhook, arrival)
      if (before === undefined || before.until <= arrival.at || explain(before, arrival) !== undefined) return []
      const both = `${before.requestId} of ${before.sender} and ${arrival.requestId} of ${arrival.sender}`
      return [`Webhook ${arrival.webhook} had two requests at once: ${both}`]
    })
}

/** The end of a request is recorded before the next one to its webhook, or else its lease has to run out. */
const unrecordedWasCutOff: Rule = (evidence) => {
  const missing = new Set(unrecorded(evidence))
  const later = new Map<string, Arrival>()
  return evidence.arrivals
    .toSorted((left, right) => right.at - left.at)
    .flatMap((arrival) => {
      const from = `${arrival.sender}, life ${arrival.life}, to webhook ${arrival.webhook}`
      const next = later.get(from)
      later.set(from, arrival)
      if (!missing.has(arrival)) return []
      if (!wasKilled(evidence, arrival)) {
        return [`Request ${arrival.requestId} of ${from}, which was not killed, is not recorded`]
      }
      return next === undefined || next.at >= arrival.at + evidence.lease
        ? []
        : [`Request ${arrival.requestId} of ${from} is not recorded, although it made another one`]
    })
}

/** Only one that finds no database as it starts, or loses it then, may end by itself. */
const goesOn: Rule = ({ lives, outages }) =>
  [...lives].flatMap(([name, all]) =>
    all.flatMap(({ endedAt, readyAt, startedAt }, life) => {
      if (endedAt === undefined) return []
      const wasAway = outages.some(({ from, until }) => from <= endedAt && startedAt <= until)
      return readyAt === undefined && wasAway ? [] : [`${name}, life ${life}, ended by itself`]
    })
  )

const rules: Readonly<Record<string, Rule>> = {
  "Publishers are answered as they should be": publishersAreAnswered,
  "What was acknowledged is stored, once": acceptedIsStored,
  "What was not acknowledged is stored as a whole or not at all": storedIsWhole,
  "What is published in a transaction is stored with it": hostRowsGoAlong,
  "What is stored arrived at each webhook that it is for, and nothing else at any": arrivesWhereItShould,
  "What arrived is signed and unaltered": arrivesAsItWasSent,
  "What is recorded happened": historyIsTrue,
  "What leads nowhere is tried, and recorded as such": nowhereIsTried,
  "What is recorded is recorded once": recordedOnce,
  "Each event has exactly one recorded success at each webhook, besides those that were asked for":
    deliveredOnceByRecord,
  "What came again came for a reason": cameAgainForAReason,
  "A webhook has one request at a time, unless a lease ran out": oneAtATime,
  "What is not recorded was the last request of a killed process to its webhook": unrecordedWasCutOff,
  "No process ended by itself": goesOn,
  ...resendRules
}

/** Each rule, and what breaks it. */
export const judge = (evidence: Evidence): ReadonlyMap<string, ReadonlyArray<string>> =>
  new Map(Object.entries(rules).map(([name, rule]) => [name, rule(evidence)]))
