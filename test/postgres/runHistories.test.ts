/** Whatever is delivered and taken apart, each event is in a run or a row, and found where it stands. */
import { assert, it } from "@effect/vitest"
import { PgClient } from "@effect/sql-pg"
import { propertyRuns } from "@sellerkit/testing"
import { Effect, Layer, Order, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { postgresClient, postgresDatabase } from "../targets.ts"
import { uuid } from "./records.ts"

const hour = 3_600_000
const week = 7 * 24 * hour

/** Times coincide, and some are far from their neighbours. */
const times = [0, 1, 2, 3, 2 * hour, 2 * hour + 1, 3 * hour]

interface Delivered {
  readonly id: string
  readonly time: number
  readonly number: bigint
  readonly bytes: number
}

/** Those whose numbers are of another week are in another partition. */
const events: ReadonlyArray<Delivered> = Array.from({ length: 30 }, (_, place) => ({
  id: uuid(0x100 + ((place * 7) % 30)),
  time: times[(place * 3) % times.length]!,
  number: (BigInt(place % 8 === 7 ? week : 0) << 20n) + BigInt(place + 1),
  bytes: place * 10
}))

const byPlace = Order.combine(
  Order.mapInput(Order.Number, ({ time }: Pick<Delivered, "id" | "time">) => time),
  Order.mapInput(Order.String, ({ id }: Pick<Delivered, "id" | "time">) => id)
)

const Place = Schema.Natural

const Step = Schema.Struct({ what: Schema.Literals(["deliver", "deliver", "separate"]), events: Schema.Array(Place) })

const chosen = (places: ReadonlyArray<number>): ReadonlyArray<Delivered> =>
  [...new Set(places.map((place) => place % events.length))].map((place) => events[place]!).toSorted(byPlace)

const lists = (some: ReadonlyArray<Delivered>) =>
  [
    some.map(({ id }) => id),
    some.map(({ number }) => String(number)),
    some.map(({ time }) => time),
    some.map(({ bytes }) => bytes)
  ].map((list) => `{${list.join()}}`)

const makeWebhook = Effect.map(PgClient.PgClient, (sql) => {
  const key = [randomUUID(), false, randomUUID()]
  const ask = <Row extends object>(text: string, ...parameters: ReadonlyArray<unknown>) =>
    sql.unsafe<Row>(text, [...key, ...parameters] as never)
  return {
    /** As a settlement does it; `known`: what was delivered before. */
    deliver: Effect.fnUntraced(function* (
      some: ReadonlyArray<Delivered>,
      delivery: string,
      known: ReadonlySet<Delivered>
    ) {
      const [row] = yield* ask<{ readonly written: ReadonlyArray<number> }>(
        `select sellerkit.write_runs($1::text::uuid, $2, $3::text::uuid, $4::text::uuid, $5::text::uuid[], $6::text::bigint[],
          $7::text::bigint[], $8::text::integer[]) as written`,
        delivery,
        ...lists(some)
      )
      const written = row!.written.map((place) => some[place - 1]!)
      assert.isFalse(
        written.some((event) => known.has(event)),
        "they would be there twice"
      )
      yield* ask(
        `insert into sellerkit.recipient (seller_id, sandbox, webhook_id, time, event_id, number, bytes, state, attempts, due_at,
            deliveries)
          select $1::text::uuid, $2, $3::text::uuid, e.time, e.id, e.number, e.bytes, 1, 1, e.number >> 20, array[$4::text::uuid]
          from unnest($5::text::uuid[], $6::text::bigint[], $7::text::bigint[], $8::text::integer[]) as e (id, number, time, bytes)`,
        delivery,
        ...lists(some.filter((event) => !written.includes(event) && !known.has(event)))
      )
    }),
    separate: (some: ReadonlyArray<Delivered>) =>
      ask(
        `select sellerkit.separate_from_runs(array_agg($1::text::uuid), array_agg($2::boolean), array_agg($3::text::uuid),
            array_agg(e.time), array_agg(e.id), array_agg(e.number))
          from unnest($4::text::uuid[], $5::text::bigint[], $6::text::bigint[]) as e (id, number, time)`,
        ...lists(some).slice(0, 3)
      ),
    /** What became of each event, by its place. */
    recipients: Effect.map(
      ask<{ readonly place: number; readonly state: number; readonly attempts: number; readonly deliveries: string }>(
        `select r.place::integer, r.state::integer, r.attempts, r.deliveries::text
          from sellerkit.recipients_of($1::text::uuid, $2, array_fill($3::text::uuid, array[cardinality($4::text::uuid[])]),
            $6::text::bigint[], $4::text::uuid[], $5::text::bigint[]) r`,
        ...lists(events).slice(0, 3)
      ),
      (rows) => new Map(rows.map(({ place, ...row }) => [place - 1, row]))
    ),
    rows: Effect.map(
      ask<{ readonly id: string }>(
        `select event_id::text as id from sellerkit.recipient
          where seller_id = $1::text::uuid and sandbox = $2 and webhook_id = $3::text::uuid`
      ),
      (rows) => rows.map(({ id }) => id)
    ),
    runs: Effect.map(
      ask<{ readonly ids: ReadonlyArray<string> }>(
        `select event_ids::text[] as ids from sellerkit.delivered_run
          where seller_id = $1::text::uuid and sandbox = $2 and webhook_id = $3::text::uuid order by time, event_id`
      ),
      (rows) => rows.map(({ ids }) => ids)
    ),
    between: (low: Delivered, high: Delivered, isOlder: boolean, most: number) =>
      Effect.map(
        ask<{ readonly id: string }>(
          `select b.event_id::text as id from sellerkit.delivered_between($1::text::uuid, $2, $3::text::uuid, $4, $5::text::uuid, $6,
            $7::text::uuid, $8, $9) b`,
          low.time,
          low.id,
          high.time,
          high.id,
          isOlder,
          most
        ),
        (rows) => rows.map(({ id }) => id)
      )
  }
})

it.effect.prop(
  "is each in a run or a row, and found where it stands",
  [Schema.Array(Step), Place, Place, Place, Schema.Boolean],
  ([steps, first, second, most, isOlder]) =>
    Effect.gen(function* () {
      const webhook = yield* makeWebhook
      /** In which delivery each was. */
      const deliveries = new Map<Delivered, string>()
      for (const [index, { events: places, what }] of steps.entries()) {
        const some = chosen(places)
        if (what === "deliver") {
          const delivery = uuid(0x1000 + index)
          yield* webhook.deliver(some, delivery, new Set(deliveries.keys()))
          for (const event of some) if (!deliveries.has(event)) deliveries.set(event, delivery)
        } else {
          yield* webhook.separate(some)
          const rows = yield* webhook.rows
          for (const event of some) if (deliveries.has(event)) assert.include(rows, event.id)
        }
      }
      const recipients = yield* webhook.recipients
      assert.deepStrictEqual(
        events.map((_, place) => recipients.get(place)),
        events.map((event) => {
          const delivery = deliveries.get(event)
          return delivery === undefined ? undefined : { state: 1, attempts: 1, deliveries: `{${delivery}}` }
        })
      )
      const runs = yield* webhook.runs
      assert.sameMembers(
        [...(yield* webhook.rows), ...runs.flat()],
        Array.from(deliveries.keys(), ({ id }) => id)
      )
      const inRuns = [...deliveries.keys()].filter(({ id }) => runs.flat().includes(id)).toSorted(byPlace)
      assert.deepStrictEqual(
        runs.flat(),
        inRuns.map(({ id }) => id),
        "they do not overlap"
      )
      const [low, high] = chosen([first, second, second + 1])
      const between = inRuns.filter((event) => byPlace(event, low!) > 0 && byPlace(event, high!) < 0)
      const expected = (isOlder ? between.toReversed() : between).slice(0, most % 10).map(({ id }) => id)
      assert.deepStrictEqual(yield* webhook.between(low!, high!, isOlder, most % 10), expected)
    }).pipe(Effect.provide(Layer.unwrap(Effect.map(postgresDatabase, postgresClient))), Effect.scoped),
  { arbitrary: propertyRuns(40, 20) }
)
