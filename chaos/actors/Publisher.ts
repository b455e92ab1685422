/** Publishes as a careful publisher does: what is not acknowledged is repeated with the same keys. */
import { setTimeout as sleep } from "node:timers/promises"
import { eventInput } from "../chaosEvent.ts"
import type { Seller } from "./Marketplace.ts"
import { makeRandom, type Random } from "../random.ts"
import type { Settings } from "../Settings.ts"
import type { PublishAnswer, Way } from "./Way.ts"

/** Events that are published in one call. */
export interface Publication {
  /** The place of the seller. */
  readonly seller: number
  readonly events: ReadonlyArray<number>
  /**
   * `forgotten`: not repeated when no answer comes, so that nobody knows whether it was taken. `invalid`: one of its
   * events is wrong, so that none may be taken.
   */
  readonly kind: "careful" | "forgotten" | "invalid"
  /** Whether it is made in SQL. */
  readonly inSql: boolean
}

export interface Published {
  /** By the number of the event. */
  readonly acknowledged: ReadonlyMap<number, { readonly id: string; readonly seller: number }>
  readonly forgotten: ReadonlyArray<Publication>
  readonly rejected: ReadonlyArray<Publication>
  /** Numbers of events that were published in SQL. */
  readonly inSql: ReadonlySet<number>
  /** Calls that were cut off, and calls that were answered and made again nevertheless. */
  readonly unanswered: number
  readonly repeated: number
  readonly problems: ReadonlyArray<string>
}

const publishers = 12

const sizeOf = (random: Random): number => {
  if (random.chance(0.4)) return 1
  return random.chance(0.05) ? random.whole(200, 500) : random.whole(2, 30)
}

const kindOf = (random: Random): Publication["kind"] => {
  if (random.chance(0.04)) return "invalid"
  return random.chance(0.3) ? "forgotten" : "careful"
}

/** So many events as there are to be in careful publications, and others in between. */
const planPublications = ({ events, fleet, seed, sellers }: Settings): ReadonlyArray<Publication> => {
  const random = makeRandom(seed, 1000)
  const plan: Array<Publication> = []
  let [number, left] = [0, events]
  while (left > 0) {
    const [kind, seller] = [kindOf(random), random.whole(0, sellers - 1)]
    const size = Math.min(sizeOf(random), left)
    const inSql = random.chance(fleet?.throughSql ?? 0)
    plan.push({ seller, kind, inSql, events: Array.from({ length: size }, () => number++) })
    if (kind === "careful") left -= size
  }
  return plan
}

const inputsOf = ({ events, kind }: Publication, { wrongPayload }: Way) => {
  const inputs = events.map(eventInput)
  return kind === "invalid" ? [...inputs.slice(0, -1), { ...inputs.at(-1)!, payload: wrongPayload }] : inputs
}

/** How a publisher gets its events to the service. */
export interface Ways {
  readonly overHttp: Way
  /** Where there is a database to speak to. */
  readonly inSql?: Way
}

/** What is published while so much of the plan is allowed, and a pause in between. */
export interface Pace {
  /** A share of the plan, from 0 to 1. */
  allowed: number
  /** Milliseconds, on average. */
  readonly pause: number
  /** There is nobody to publish to any more. */
  isOver: boolean
}

export const makePublisher = (ways: Ways, sellers: ReadonlyArray<Seller>, settings: Settings) => {
  const plan = planPublications(settings)
  const acknowledged = new Map<number, { readonly id: string; readonly seller: number }>()
  const forgotten: Array<Publication> = []
  const rejected: Array<Publication> = []
  const problems: Array<string> = []
  let [taken, unanswered, repeated] = [0, 0, 0]
  let sent = Promise.withResolvers<void>()

  const publishOnce = (publication: Publication): Promise<PublishAnswer> => {
    const way = publication.inSql ? ways.inSql! : ways.overHttp
    const answer = way.publish(sellers[publication.seller]!, inputsOf(publication, way))
    sent.resolve()
    sent = Promise.withResolvers()
    return answer
  }

  const acknowledge = ({ events, seller }: Publication, ids: ReadonlyArray<string>): void => {
    for (const [index, number] of events.entries()) {
      const id = ids[index]!
      const known = acknowledged.get(number)
      if (known !== undefined && known.id !== id) problems.push(`Event ${number} was acknowledged as another one`)
      acknowledged.set(number, { id, seller })
    }
  }

  /** Whether the publication is over. */
  const publish = async (publication: Publication): Promise<boolean> => {
    const { events, kind } = publication
    const answer = await publishOnce(publication)
    if (answer._tag === "Unreachable") return false
    if (answer._tag === "Unanswered") {
      unanswered += 1
      if (kind === "forgotten") forgotten.push(publication)
      return kind === "forgotten"
    }
    if (answer._tag === "Accepted") acknowledge(publication, answer.ids)
    if (kind === "invalid" && answer._tag === "Refused") rejected.push(publication)
    if (answer._tag !== (kind === "invalid" ? "Refused" : "Accepted")) {
      const what = answer._tag === "Unexpected" ? answer.what : `was ${answer._tag.toLowerCase()}`
      problems.push(`The publication of event ${events[0]} and others ${what}`)
    }
    return true
  }

  const run = async (pace: Pace): Promise<Published> => {
    const publishUntilAnswered = async (publication: Publication, random: Random): Promise<void> => {
      while (!(await publish(publication)) && !pace.isOver) await sleep(random.between(10, 100))
    }
    const publisher = async (_: unknown, number: number) => {
      const random = makeRandom(settings.seed, 2000 + number)
      while (taken < plan.length && !pace.isOver) {
        if (taken >= pace.allowed * plan.length) {
          await sleep(20)
          continue
        }
        const publication = plan[taken++]!
        await publishUntilAnswered(publication, random)
        if (publication.kind === "careful" && random.chance(0.1)) {
          repeated += 1
          await publishUntilAnswered(publication, random)
        }
        await sleep(random.between(0, 2 * pace.pause))
      }
    }
    await Promise.all(Array.from({ length: publishers }).map(publisher))
    const inSql = new Set(plan.filter(({ inSql }) => inSql).flatMap(({ events }) => events))
    return { acknowledged, forgotten, rejected, inSql, unanswered, repeated, problems }
  }
  /** Completes as the next publication is sent. */
  const nextSent = (): Promise<void> => sent.promise
  return { run, nextSent, publications: plan.length }
}

/** How long to pause, so that what a process is allowed takes about as long as it lives. */
export const pauseFor = ({ kills, lifetime: [lowest, highest] }: Settings, publications: number): number =>
  ((lowest + highest) / 2) * (publishers / (publications / Math.max(1, kills)))
