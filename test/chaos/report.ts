/** What a run of chaos found: figures, and whether the rules held. */
import type { Arrival } from "./Arrival.ts"
import { isFor } from "./chaosEvent.ts"
import { acceptedArrivals, countPairs, expectedPairs, judge, lifeOf, recordedSuccesses, unrecorded } from "./rules.ts"
import type { Chaos } from "./runChaos.ts"
import type { Settings } from "./Settings.ts"

export interface Report {
  readonly figures: ReadonlyArray<readonly [name: string, value: string]>
  /** Each rule, and what breaks it: nothing. */
  readonly rules: ReadonlyMap<string, ReadonlyArray<string>>
}

/** The operator sees every event of the sample as delivered, or as missed where the webhook was not enabled. */
const fatesAreTrue = ({ evidence: { marketplace }, sample }: Chaos): ReadonlyArray<string> =>
  sample.flatMap(({ fates, stored: { number, seller } }) => {
    const expected = marketplace.webhooks
      .filter((webhook) => webhook.seller === seller && isFor(number, webhook.subscriptions))
      .map(({ enabled, id }) => `${id} ${enabled ? "delivered" : "dropped webhookDisabled"}`)
    const seen = fates.map(({ dropReason, fate, webhookId }) => [webhookId, fate, dropReason].filter(Boolean).join(" "))
    return expected.toSorted().join() === seen.toSorted().join() ? [] : [`Event ${number} is ${seen.join(", ")}`]
  })

const eventsIn = (arrivals: ReadonlyArray<Arrival>): number =>
  arrivals.reduce((sum, { events }) => sum + events.length, 0)

const whole = (value: number): string => value.toLocaleString("en-US")

const publishingFigures = ({ evidence }: Chaos, { events }: Settings): Report["figures"] => {
  const { published, stored } = evidence
  const { forgotten, rejected, repeated, unanswered } = published
  const taken = new Set(stored.map(({ number }) => number))
  const takenOf = forgotten.filter(({ events: [first] }) => taken.has(first!)).length
  return [
    ["Events that had to be stored", whole(events)],
    ["Events stored", `${whole(stored.length)}, with those of publishers that give up`],
    ["Publications rejected", whole(rejected.length)],
    ["Publications cut off", `${whole(unanswered)}; ${forgotten.length} given up, ${takenOf} of these had been taken`],
    ["Publications repeated for no reason", whole(repeated)]
  ]
}

const deliveryFigures = ({ evidence }: Chaos): Report["figures"] => {
  const { arrivals, lives, recorded } = evidence
  const accepted = acceptedArrivals(evidence)
  const cutOff = unrecorded(evidence)
  const cutOffBy = new Set(cutOff.map((arrival) => lifeOf(lives, arrival)))
  const delivered = new Set(recordedSuccesses(evidence))
  const duplicated = accepted.filter((arrival) => !delivered.has(arrival))
  return [
    ["Deliveries that had to be", whole(expectedPairs(evidence).size)],
    ["Requests made", `${whole(arrivals.length)}, ${whole(arrivals.length - accepted.length)} of them refused`],
    ["Attempts recorded", whole(recorded.length)],
    ["Requests cut off", `${whole(cutOff.length)}, by ${cutOffBy.size} kills`],
    [
      "Duplicates",
      `${whole(eventsIn(accepted) - countPairs(accepted).size)}, of ${duplicated.length} requests that were accepted unheard`
    ]
  ]
}

export const reportOf = (chaos: Chaos, settings: Settings): Report => {
  const { evidence, integrity, sample, seconds } = chaos
  const { sellers, webhooks } = evidence.marketplace
  const early = evidence.lives.filter(({ killedAt, readyAt }) => killedAt !== undefined && readyAt === undefined)
  const disabled = webhooks.filter(({ enabled }) => !enabled)
  return {
    figures: [
      ["Seed", String(settings.seed)],
      ["Kills", `${settings.kills}, ${early.length} of them before the process listened`],
      ["Webhooks", `${webhooks.length} of ${sellers.length} sellers, ${disabled.length} of them disabled`],
      ...publishingFigures(chaos, settings),
      ...deliveryFigures(chaos),
      ["Time taken", `${Math.round(seconds)} s`]
    ],
    rules: new Map([
      ...judge(evidence),
      [`The operator sees ${sample.length} events of a sample as delivered`, fatesAreTrue(chaos)],
      ["The database is intact", integrity === "ok" ? [] : [integrity]]
    ])
  }
}

const mostShown = 10

export const reportText = ({ figures, rules }: Report): string =>
  [
    ...figures.map(([name, value]) => `${name.padEnd(36)} ${value}`),
    "",
    ...[...rules].flatMap(([rule, problems]) => [
      `${problems.length === 0 ? "holds " : "BROKEN"}  ${rule}`,
      ...problems.slice(0, mostShown).map((problem) => `        ${problem}`),
      ...(problems.length > mostShown ? [`        and ${problems.length - mostShown} more`] : [])
    ])
  ].join("\n")

export const holds = ({ rules }: Report): boolean => [...rules.values()].every(({ length }) => length === 0)
