/** An owner's records out of the ranges of its webhooks: all of them, each once, in order, and none of another owner. */
import { assert, describe, it } from "@effect/vitest"
import { SellerId, type TimePageRequest } from "@sellerkit/core"
import { Schema } from "effect"
import { openNodeHost } from "../src/connection/NodeHost.ts"
import { rows, type SqliteHost } from "../src/connection/SqliteHost.ts"
import { eventPlaces } from "../src/stored/EventPlaces.ts"
import { writeDelivered } from "../src/stored/Recipients.ts"
import { firstKeys } from "../src/rows/MergedKeys.ts"
import { gatheredBy, rangesOf, rangesSeen, type RecordRange } from "../src/rows/RecordRanges.ts"
import { migrate } from "../src/schema/migrate.ts"

const account = { sellerId: SellerId.make("01980000-0000-7000-8000-000000000001"), sandbox: false }

const insertWebhook = (host: SqliteHost, owner: number): number =>
  host.insert(
    `insert into webhook (id, owner, gathered_by, name, url, secret, subscriptions, status, created_at, updated_at)
     values (hex(randomblob(8)), ?, ?, '', '', '', '[]', 'enabled', 0, 0)`,
    owner,
    gatheredBy(host, 1, owner)
  )!

/** An account of two owners, with so many webhooks, which take turns. */
const open = (webhooks: number) => {
  const host = openNodeHost(":memory:")
  migrate(host)
  host.run("insert into account (account, seller_id, sandbox) values (1, ?, 0)", account.sellerId)
  host.run("insert into owner (owner, account, service_id) values (1, 1, ''), (2, 1, 'service')")
  for (let place = 0; place < webhooks; place++) insertWebhook(host, 1 + (place % 2))
  return host
}

/** What one request delivered: a row for each event, or a run of them. */
const deliver = (host: SqliteHost, webhook: number, events: ReadonlyArray<number>): void => {
  const [{ gatheredBy }] = rows<{ gatheredBy: number | null }>(
    host,
    "select gathered_by as gatheredBy from webhook where webhook = ?",
    webhook
  ) as [{ gatheredBy: number | null }]
  const delivered = events.map((event) => ({ event, time: timeOf(event), bytes: 0 }))
  writeDelivered(host, { webhook, gatheredBy }, delivered, 1000)
}

/** Small numbers, so that times and events coincide. An event has one time. */
const Requests = Schema.Array(Schema.Struct({ webhook: Schema.Natural, events: Schema.Array(Schema.Natural) }))
const Bound = Schema.UndefinedOr(Schema.Literals([0, 2, 4]))
const timeOf = (event: number): number => event % 5

describe("records of an owner", () => {
  it.prop(
    "are those of all its webhooks",
    [
      Schema.Literals([1, 3, 64, 80]),
      Requests,
      Schema.Literals(["older", "newer"]),
      Schema.Literals([1, 3, 50]),
      Bound,
      Bound
    ],
    ([webhooks, requests, direction, limit, from, to]) => {
      const host = open(webhooks)
      const mine = new Map<number, number>()
      const known = new Set<string>()
      for (const { events: chosen, webhook: place } of requests) {
        const webhook = 1 + (place % webhooks)
        const events = [...new Set(chosen.map((event) => 1 + (event % 40)))].filter(
          (event) => !known.has(`${webhook} ${event}`)
        )
        deliver(host, webhook, events)
        for (const event of events) {
          known.add(`${webhook} ${event}`)
          if (webhook % 2 === 1) mine.set(event, timeOf(event))
        }
      }
      const request: TimePageRequest = {
        limit,
        direction,
        ...(from === undefined ? undefined : { from }),
        ...(to === undefined ? undefined : { to })
      }
      const found = firstKeys(host, eventPlaces, rangesOf(host, 1, undefined), request)
      host.close()
      const ordered = [...mine]
        .map(([sequence, time]) => ({ time, sequence }))
        .filter(({ time }) => time >= (from ?? 0) && time <= (to ?? 4))
        .toSorted((left, right) => left.time - right.time || left.sequence - right.sequence)
      const expected = direction === "older" ? ordered.toReversed() : ordered
      assert.deepStrictEqual(
        found.map(({ sequence, time }) => ({ time, sequence })),
        expected.slice(0, limit + 1)
      )
    }
  )

  it("are looked for in a bounded number of ranges, however many webhooks there have been", () => {
    const host = open(300)
    const counts = [rangesOf(host, 1, undefined), rangesOf(host, 2, undefined), rangesSeen(host, account, undefined)]
    host.close()
    // Of 64 webhooks with ranges of their own, each owner has a half; what is gathered is one range per owner.
    assert.deepStrictEqual(
      counts.map(({ length }) => length),
      [33, 33, 66]
    )
  })

  it("of one webhook are in one range, unless it is somebody else's", () => {
    const host = open(100)
    const [row] = host.all("select id from webhook where webhook = 99")
    const id = row!["id"] as never
    const found = [rangesOf(host, 1, id), rangesOf(host, 2, id), rangesSeen(host, account, id)]
    host.close()
    const range: ReadonlyArray<RecordRange> = [{ column: "webhook", value: 99 }]
    assert.deepStrictEqual(found, [range, [], range])
  })
})
