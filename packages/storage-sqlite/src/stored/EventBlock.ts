/**
 * Events that were published together, as one row: a block. Alone they would be a row and three entries of indexes each. Each event has a
 * number all the same, and what became of it is not in the block.
 */
import type { StoredEvent, WholeEvent } from "./StoredEvent.ts"

// our choice: few, because who looks for one of the events reads all of them.
const mostEvents = 128

// our choice, in units of UTF-16, of payloads and what is long beside them: few, because who wants single events of many blocks reads all of
// these.
const mostText = 32_000

/** What is the same for many events of a block. */
type Kind = readonly [scope: string, type: string, webhooks: string, enabledWebhooks: number]

/** `kind`: the place of its kind. `length`: of its payload, in units of UTF-16. The last two are left out where both are null. */
type Entry = readonly [
  event: number,
  id: string,
  time: number,
  kind: number,
  length: number,
  idempotencyKey?: string | null,
  traceparent?: string | null
]

interface Contents {
  readonly kinds: ReadonlyArray<Kind>
  readonly events: ReadonlyArray<Entry>
}

export interface BlockRow {
  readonly last: number
  readonly account: number
  readonly accepted_at: number
  readonly contents: string
}

export interface WholeBlockRow extends BlockRow {
  readonly payloads: string
}

export const encodeBlock = (events: ReadonlyArray<WholeEvent>): Pick<WholeBlockRow, "contents" | "payloads"> => {
  const kinds = new Map<string, { readonly place: number; readonly kind: Kind }>()
  const entries = events.map((stored): Entry => {
    const { enabled_webhooks, event, id, idempotency_key, payload, scope, time, traceparent, type, webhooks } = stored
    const key = JSON.stringify([scope, type, webhooks])
    const known = kinds.get(key) ?? { place: kinds.size, kind: [scope, type, webhooks, enabled_webhooks] as const }
    kinds.set(key, known)
    if (idempotency_key === null && traceparent === null) return [event, id, time, known.place, payload.length]
    return [event, id, time, known.place, payload.length, idempotency_key, traceparent]
  })
  const contents: Contents = { kinds: [...kinds.values()].map(({ kind }) => kind), events: entries }
  return { contents: JSON.stringify(contents), payloads: events.map(({ payload }) => payload).join("") }
}

/** An event with where its payload is, among those of its block. */
export interface PlacedEvent {
  readonly stored: StoredEvent
  readonly start: number
  readonly end: number
}

export const decodeBlock = ({ accepted_at, account, contents }: BlockRow): ReadonlyArray<PlacedEvent> => {
  const { events, kinds } = JSON.parse(contents) as Contents
  let end = 0
  return events.map(([event, id, time, kind, length, idempotency_key = null, traceparent = null]) => {
    const [scope, type, webhooks, enabled_webhooks] = kinds[kind]!
    const about = { scope, type, webhooks, enabled_webhooks, idempotency_key, traceparent }
    const start = end
    end += length
    return { stored: { event, id, account, time, test: 0, accepted_at, ...about }, start, end }
  })
}

const encoder = new TextEncoder()
const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

// Of UTF-8, which has at most three for each unit of UTF-16.
const copied = new Uint8Array(mostText * 3)

/** As a text of its own: a part of a text keeps all of it in memory. */
const copyOf = (text: string): string => {
  const { read, written } = encoder.encodeInto(text, copied)
  return decoder.decode(read === text.length ? copied.subarray(0, written) : encoder.encode(text))
}

export const wholeEvent = ({ end, start, stored }: PlacedEvent, payloads: string): WholeEvent => ({
  ...stored,
  payload: copyOf(payloads.slice(start, end))
})

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * The first 40 bits of an id: where it is one of version 7, they say to a quarter of a second when it was made, so that events of one
 * publication have them in common. Undefined where it is no UUID.
 */
export const idRange = (id: string): number | undefined =>
  uuid.test(id) ? Number.parseInt(id.slice(0, 8) + id.slice(9, 11), 16) : undefined

const textOf = ({ idempotency_key, payload, webhooks }: WholeEvent): number =>
  payload.length + webhooks.length + (idempotency_key?.length ?? 0)

/** Which of the new events of a publication are a block, and which are alone. They stay in their order. */
export const blocksOf = (events: ReadonlyArray<WholeEvent>): ReadonlyArray<ReadonlyArray<WholeEvent>> => {
  const blocks: Array<Array<WholeEvent>> = []
  let range: number | undefined
  let text = 0
  for (const event of events) {
    const ownRange = event.test === 1 ? undefined : idRange(event.id)
    const ownText = textOf(event)
    const block = blocks.at(-1)
    const fits = ownRange !== undefined && ownRange === range && text + ownText <= mostText
    if (block !== undefined && fits && block.length < mostEvents) {
      block.push(event)
      text += ownText
    } else {
      blocks.push([event])
      range = ownRange
      text = ownText
    }
  }
  return blocks
}
