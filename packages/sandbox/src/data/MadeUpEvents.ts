/** Events as they happen on sellers' accounts, made up: the same each time for the same seed. */
import type { EventCatalog } from "@sellerkit/core"
import { answers, brands, cardErrors, colours, feedbackTexts, subjects } from "./products.ts"
import type { Seed } from "./SeededRandom.ts"
import { SeededRandom } from "./SeededRandom.ts"

/** An event to publish. */
export interface SandboxEvent {
  readonly type: string
  /** Needed where two scopes have the same type. */
  readonly scope?: string
  /** Made up when absent. */
  readonly payload?: Readonly<Record<string, unknown>>
  /** When it happened, in RFC 3339; now, when absent. */
  readonly time?: Date | string
  readonly idempotencyKey?: string
}

type MadeUpEvent = SandboxEvent & Required<Pick<SandboxEvent, "payload" | "scope">>

const lowerCase = "abcdefghijklmnopqrstuvwxyz0123456789"
const mixedCase = `${lowerCase}ABCDEFGHIJKLMNOPQRSTUVWXYZ`

/** Something that is sold. */
const product = (random: SeededRandom) => {
  const subject = random.pick(subjects)
  const [brand, colour] = [random.pick(brands), random.pick(colours)]
  return {
    nmID: random.between(10_000_000, 299_999_999),
    vendorCode: `${subject.item.toLowerCase().replaceAll(" ", "-")}-${colour}-${random.between(1, 99)}`,
    subject,
    brand,
    title: `${subject.item}, ${colour}`
  }
}

type MakePayload = (random: SeededRandom, now: string) => Readonly<Record<string, unknown>>

/** How payloads of the published types look, by scope and type. For other types the example is taken. */
const payloads: Readonly<Record<string, MakePayload>> = {
  "content/card_changed": (random, now) => {
    const { brand, nmID, subject, title, vendorCode } = product(random)
    const deleted = random.between(1, 20) === 1
    return { nmID, vendorCode, updatedAt: now, subjectID: subject.id, title, brand, ...(deleted && { deleted }) }
  },
  "content/card_creation_error": (random, now) => {
    const { subject, vendorCode } = product(random)
    const errors = [random.pick(cardErrors)]
    const translations = { en: { subject: subject.en, errors }, ru: { subject: subject.ru, errors } }
    return { vendorCode, updateAt: now, subjectID: subject.id, translations }
  },
  "contentanalytics/report_generation_complete": (random, now) => ({
    reportId: random.uuid(),
    reportType: random.pick(["stocks", "paidAcceptance", "paidStorage"]),
    generatedAt: now
  }),
  "questionsandfeedback/feedback_updated": (random, now) => {
    // Most buyers who say something are content.
    const productValuation = random.pick([1, 2, 3, 4, 4, 5, 5, 5, 5])
    return {
      feedbackId: random.text(20, mixedCase),
      nmID: product(random).nmID,
      productValuation,
      text: random.pick(feedbackTexts[productValuation]!),
      createdAt: now,
      updatedAt: now,
      ...(random.between(1, 4) === 1 && { answer: { text: random.pick(answers), createdAt: now } })
    }
  }
}

// our choice: cards change and are judged all the time; reports and errors are rare. Other types count as much as these. Campaigns
// tell of themselves.
const weights: Readonly<Record<string, number>> = {
  "content/card_changed": 10,
  "questionsandfeedback/feedback_updated": 6,
  "promotion/campaign_status_changed": 0,
  "promotion/campaign_budget_exhausted": 0,
  "promotion/campaign_declined": 0,
  "promotion/campaign_removed": 0
}

export class MadeUpEvents {
  private readonly random: SeededRandom
  private readonly catalog: EventCatalog
  private readonly now: () => number

  constructor(seed: Seed, catalog: EventCatalog, now: () => number) {
    this.random = new SeededRandom(`events of ${seed}`)
    this.catalog = catalog
    this.now = now
  }

  /** Every type that the catalog has. */
  get types(): ReadonlyArray<{ readonly scope: string; readonly type: string }> {
    return this.catalog.scopes.flatMap(({ eventTypes, key: scope }) =>
      eventTypes.map(({ key: type }) => ({ scope, type }))
    )
  }

  /** The given event with what it lacks. */
  complete(given: string | SandboxEvent): MadeUpEvent {
    const event = typeof given === "string" ? { type: given } : given
    const known = this.types.filter(
      ({ scope, type }) => type === event.type && (event.scope === undefined || scope === event.scope)
    )
    const scope = event.scope ?? known[0]?.scope
    if (scope === undefined || (event.payload === undefined && known.length === 0)) {
      throw new Error(
        `There is no event type ${event.type}; there are ${this.types.map(({ type }) => type).join(", ")}`
      )
    }
    if (known.length > 1) {
      const scopes = known.map((one) => one.scope).join(", ")
      throw new Error(`Name the scope of ${event.type}: it is a type of ${scopes}`)
    }
    return { ...event, scope, payload: event.payload ?? this.payload(scope, event.type) }
  }

  /** `count` events of all types, each type as often as it is likely. */
  many(count: number): ReadonlyArray<MadeUpEvent> {
    const likely = this.types.flatMap((one) =>
      Array.from({ length: weights[`${one.scope}/${one.type}`] ?? 1 }, () => one)
    )
    return Array.from({ length: count }, () => this.complete(this.random.pick(likely)))
  }

  private payload(scope: string, type: string): Readonly<Record<string, unknown>> {
    const make = payloads[`${scope}/${type}`]
    if (make !== undefined) return make(this.random, new Date(this.now()).toISOString())
    return this.catalog.find(scope, type)!.eventType.example as Readonly<Record<string, unknown>>
  }
}
