/** How webhooks fare, as people see it. */
import { ServiceId, WebhookId, type WebhookHealth } from "@sellerkit/core"
import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { paintWith } from "../src/cli/output/Output.ts"
import { webhookTable } from "../src/cli/webhooks/webhookTable.ts"

const now = DateTime.makeUnsafe("2026-11-21T02:00:00Z")

const screen = { paint: paintWith(true), columns: 200 }
const created = DateTime.subtract(now, { days: 10 })

const webhookOf = (
  health: Partial<WebhookHealth>,
  more: { readonly name?: string; readonly service?: string } = {}
) => ({
  id: WebhookId.make("019845e1-67aa-7c3e-9d1f-52f0c1d2e3f4"),
  serviceId: more.service === undefined ? null : ServiceId.make(more.service),
  name: more.name ?? "Orders",
  url: "https://host.example/",
  subscriptions: [],
  createdAt: created,
  updatedAt: created,
  health: { state: "healthy", status: "enabled", failures: 0, waiting: 0, ...health } satisfies WebhookHealth
})

const rowOf = (health: Partial<WebhookHealth>): string =>
  webhookTable([webhookOf(health)], now, screen)
    .split("\n")
    .slice(1)
    .join("\n")

const later = (seconds: number): DateTime.Utc => DateTime.add(now, { seconds })
const [green, yellow, red] = [32, 33, 31].map((code) => (text: string) => `\u001B[${code}m${text}\u001B[0m`)

describe("the table of webhooks", () => {
  it("says that one is healthy, and when something last arrived", () => {
    assert.include(rowOf({}), `${green!("healthy")}  never`)
    assert.include(rowOf({ lastSuccessAt: later(-192) }), "3m 12s ago")
  })

  it("says since when one fails, and for how long it backs off", () => {
    const failing = { state: "failing", failures: 1, failingSince: later(-185), waiting: 12 } as const
    assert.include(rowOf(failing), red!("failing for 3m 5s (1 request)"))
    assert.match(rowOf(failing), /12$/)
    assert.include(
      rowOf({ ...failing, failures: 4, backingOffUntil: later(75) }),
      red!("failing for 3m 5s (4 requests), backing off for 1m 15s more")
    )
    assert.include(rowOf({ ...failing, backingOffUntil: later(-1) }), red!("failing for 3m 5s (1 request)"))
  })

  it.each([
    ["disabled", "disabled: by its owner"],
    ["serviceDisabled", "disabled: with its service, by the seller"],
    ["unreachable", "disabled: its receiver accepted nothing for too long"],
    ["gone", "disabled: its receiver answered 410 Gone"]
  ] as const)("says why one is disabled: %s", (status, text) => {
    assert.include(rowOf({ state: "disabled", status }), yellow!(text))
    const held = { state: "disabled", status, waiting: 3, heldUntil: later(7200) } as const
    assert.include(rowOf(held), yellow!(`${text}; what waits is held for 2h`))
  })

  it("names services where there are any", () => {
    const own = webhookOf({})
    assert.notInclude(webhookTable([own], now, screen), "Service")
    const both = webhookTable([own, webhookOf({}, { service: "reports" })], now, screen)
    assert.match(both, /Service.*\n.*–.*\n.*reports/)
  })

  it("shows nothing of a name that a terminal would obey", () => {
    const text = webhookTable([webhookOf({}, { name: "a\u202Eb" })], now, { ...screen, paint: paintWith(false) })
    assert.include(text, "a\uFFFDb")
  })

  it("says that there are none", () => assert.match(webhookTable([], now, screen), /has no webhooks/))
})
