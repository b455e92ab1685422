/** The rules for events that are sent again on demand, whatever is killed and when. */
import type { Arrival } from "../actors/Arrival.ts"
import { acceptedArrivals, cameLate, duplicatesIn } from "../evidence/duplicates.ts"
import { type Evidence, pairOf, type Rule } from "../evidence/Evidence.ts"
import { accepts, type Resend } from "../actors/Marketplace.ts"
import { countPairs, deliverablePairs, recordedSuccesses } from "../evidence/pairs.ts"
import { makeCovered, placeOf } from "../evidence/resends.ts"

const askersAreAnswered: Rule = ({ asked }) => asked.problems

/** What an asker was not told of may be there, or not. */
const acceptedIsThere: Rule = ({ asked: { accepted, unanswered }, resends }) => {
  const known = new Set(accepted)
  const ids = new Set(resends.map(({ id }) => id))
  const untold = [...ids].filter((id) => !known.has(id))
  return [
    ...accepted.filter((id) => !ids.has(id)).map((id) => `The job ${id} was accepted, and is not there`),
    ...(untold.length > unanswered ? [`Nobody asked for some of ${untold.join(", ")}`] : [])
  ]
}

const comesToItsEnd: Rule = ({ resends }) =>
  resends.flatMap(({ examined, id, resent, state, total }) =>
    state === "finished" && total <= examined && resent <= examined
      ? []
      : [`The job ${id} is ${state}, has looked at ${examined} of ${total} events, and sent ${resent} of them again`]
  )

const isAccepted = (evidence: Evidence, job: Resend): boolean =>
  accepts(evidence.marketplace.webhooks[placeOf(evidence, job)]!)

/** But for what was on its way as the job began: that waited still, as far as anybody knew. */
const coveredComesAgain: Rule = (evidence) => {
  const covered = makeCovered(evidence)
  const byWebhook = Map.groupBy(acceptedArrivals(evidence), ({ webhook }) => webhook)
  return evidence.resends
    .filter((job) => job.onlyFailed !== true && isAccepted(evidence, job))
    .flatMap((job) => {
      const place = placeOf(evidence, job)
      const begun = Date.parse(job.createdAt)
      const own = byWebhook.get(place) ?? []
      const since = own.filter(({ at }) => at >= begun)
      const onItsWay = own.reduce<Arrival | undefined>(
        (last, arrival) => (arrival.at < begun && !(last !== undefined && arrival.at < last.at) ? arrival : last),
        undefined
      )
      const came = new Set([...since, ...(onItsWay === undefined ? [] : [onItsWay])].flatMap(({ events }) => events))
      return [...covered(job)]
        .filter((event) => !came.has(event))
        .map((event) => `Event ${pairOf(event, place)} did not come again for the job ${job.id}`)
    })
}

/** Each time that an event was put back, it is delivered once more. A request that is recorded after its lease may be one more. */
const cameAsOftenAsItIsSaid: Rule = (evidence) => {
  const counts = countPairs(recordedSuccesses(evidence))
  const placeIn = (pair: string): number => Number(pair.slice(pair.lastIndexOf(" ") + 1))
  const more = new Map<number, number>()
  for (const pair of deliverablePairs(evidence)) {
    const place = placeIn(pair)
    more.set(place, (more.get(place) ?? 0) + (counts.get(pair) ?? 0) - 1)
  }
  const late = Map.groupBy(duplicatesIn(evidence).filter(cameLate), ({ pair }) => placeIn(pair))
  const jobs = Map.groupBy(evidence.resends, (job) => placeOf(evidence, job))
  return evidence.marketplace.webhooks.flatMap((webhook, place) => {
    if (!accepts(webhook)) return []
    const said = (jobs.get(place) ?? []).reduce((sum, { resent }) => sum + resent, 0)
    const came = more.get(place) ?? 0
    return said <= came && came <= said + (late.get(place)?.length ?? 0)
      ? []
      : [`Webhook ${place} was delivered ${came} events more than once, and jobs say that they sent ${said} again`]
  })
}

export const resendRules: Readonly<Record<string, Rule>> = {
  "Who asks for events to be sent again is answered": askersAreAnswered,
  "Each job that was accepted is there, and none that nobody asked for": acceptedIsThere,
  "Each job has come to its end": comesToItsEnd,
  "What a job is about came again after it had begun": coveredComesAgain,
  "What jobs say that they sent again was delivered once more each time": cameAsOftenAsItIsSaid
}
