/** What a run of chaos found: figures, and whether the rules held. */
import { isFor } from "./chaosEvent.ts"
import type { Evidence } from "./evidence/Evidence.ts"
import { acceptedArrivals, duplicatesIn, type Reason, reasons } from "./evidence/duplicates.ts"
import { accepts, type ChaosWebhook } from "./actors/Marketplace.ts"
import { deliverablePairs } from "./evidence/pairs.ts"
import { wasInterrupted } from "./evidence/resends.ts"
import { judge, unrecorded } from "./rules/rules.ts"
import type { Chaos } from "./runChaos.ts"
import type { Settings } from "./Settings.ts"

export interface Report {
  readonly figures: ReadonlyArray<readonly [name: string, value: string]>
  /** Each rule, and what breaks it: nothing. */
  readonly rules: ReadonlyMap<string, ReadonlyArray<string>>
}

/** As the operator may see an event at a webhook. */
const fatesAt = (webhook: ChaosWebhook): ReadonlyArray<string> => {
  if (!webhook.enabled) return ["dropped webhookDisabled"]
  return accepts(webhook) ? ["delivered"] : ["pending", "dropped attemptsSpent"]
}

/** Every event of the sample is what it has to be at each webhook that it is for, and at no other. */
const fatesAreTrue = ({ evidence: { marketplace }, sample }: Chaos): ReadonlyArray<string> =>
  sample.flatMap(({ fates, stored: { number, seller } }) => {
    const expected = marketplace.webhooks.filter(
      (webhook) => webhook.seller === seller && isFor(number, webhook.subscriptions)
    )
    const seen = new Map(
      fates.map(({ dropReason, fate, webhookId }) => [webhookId, [fate, dropReason].filter(Boolean).join(" ")])
    )
    const isTrue =
      seen.size === expected.length &&
      expected.every((webhook) => fatesAt(webhook).includes(seen.get(webhook.id) ?? ""))
    return isTrue ? [] : [`Event ${number} is ${[...seen].map((pair) => pair.join(" ")).join(", ")}`]
  })

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

const duplicateFigure = (evidence: Evidence): string => {
  const duplicates = duplicatesIn(evidence)
  const share = duplicates.length / acceptedArrivals(evidence).reduce((sum, { events }) => sum + events.length, 0)
  const counted = Object.entries(reasons).map(([name, text]) => {
    const count = duplicates.filter(({ reasons: [likeliest] }) => likeliest === (name as Reason)).length
    return count === 0 ? [] : `${whole(count)} because ${text}`
  })
  return [`${whole(duplicates.length)} (${(share * 100).toFixed(3)} %)`, ...counted.flat()].join("; ")
}

const deliveryFigures = ({ evidence }: Chaos): Report["figures"] => {
  const { arrivals, recorded } = evidence
  const accepted = acceptedArrivals(evidence)
  const unanswered = arrivals.filter(({ status }) => status === undefined)
  const cutOff = unrecorded(evidence)
  const cutOffBy = new Set(cutOff.map(({ life, sender }) => `${sender} ${life}`))
  const refused = arrivals.length - accepted.length - unanswered.length
  return [
    ["Deliveries that had to be", whole(deliverablePairs(evidence).size)],
    [
      "Requests made",
      `${whole(arrivals.length)}, ${whole(refused)} of them refused, ${unanswered.length} not answered`
    ],
    ["Attempts recorded", whole(recorded.length)],
    ["Requests cut off", `${whole(cutOff.length)}, by ${cutOffBy.size} kills`],
    ["Duplicates", duplicateFigure(evidence)]
  ]
}

const resendFigures = ({ evidence }: Chaos): Report["figures"] => {
  const { asked, resends } = evidence
  const { accepted, refused, unanswered } = asked
  const [examined, resent] = [
    resends.reduce((sum, job) => sum + job.examined, 0),
    resends.reduce((sum, job) => sum + job.resent, 0)
  ]
  const interrupted = resends.filter((job) => wasInterrupted(evidence, job))
  return [
    [
      "Resends asked for",
      `${accepted.length + unanswered + refused}, ${refused} of them of disabled webhooks; ${unanswered} cut off, ${resends.length - accepted.length} of these had begun`
    ],
    [
      "Events sent again",
      `${whole(resent)} of ${whole(examined)}, by ${resends.length} jobs; kills fell into ${interrupted.length} of them`
    ]
  ]
}

export const reportOf = (chaos: Chaos, settings: Settings): Report => {
  const { evidence, inspected, sample, seconds } = chaos
  const { sellers, webhooks } = evidence.marketplace
  const lives = [...evidence.lives.values()].flat()
  const killed = lives.filter(({ killedAt }) => killedAt !== undefined)
  const early = killed.filter(({ readyAt }) => readyAt === undefined)
  const without = lives.filter(({ endedAt }) => endedAt !== undefined)
  const disabled = webhooks.filter(({ enabled }) => !enabled)
  const hopeless = webhooks.filter((webhook) => webhook.enabled && !accepts(webhook))
  return {
    figures: [
      ["Seed", String(settings.seed)],
      ["Kills", `${killed.length}, ${early.length} of them before the process listened`],
      ...(without.length === 0 ? [] : ([["Starts without a database", whole(without.length)]] as const)),
      [
        "Webhooks",
        `${webhooks.length} of ${sellers.length} sellers, ${disabled.length} of them disabled, ${hopeless.length} never accept`
      ],
      ...publishingFigures(chaos, settings),
      ...deliveryFigures(chaos),
      ...resendFigures(chaos),
      ...inspected.figures,
      ["Time taken", `${Math.round(seconds)} s`]
    ],
    rules: new Map([
      ...judge(evidence),
      [`The operator sees what became of ${sample.length} events of a sample`, fatesAreTrue(chaos)],
      ["The database is intact, and every event has the fate that it has to", inspected.problems]
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
