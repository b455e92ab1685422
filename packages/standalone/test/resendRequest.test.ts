/** Flags of `sellerkit resend` as one thing to do, and what is said of a job. */
import { DeliveryId, ResendId, type ResendView, WebhookId } from "@sellerkit/core"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Option, Result } from "effect"
import { readMoment } from "../src/cli/flags/Moment.ts"
import { paintWith } from "../src/cli/output/Output.ts"
import { readResendRequest, type ResendFlags } from "../src/cli/resend/ResendRequest.ts"
import { failureOf, progressBar, showResend } from "../src/cli/resend/resendView.ts"

const id = "019845e1-67aa-7c3e-9d1f-52f0c1d2e3f4"
const webhookId = WebhookId.make(id)
const now = DateTime.makeUnsafe("2026-11-21T02:00:00Z")
const ago = (text: string) => readMoment(text)

const nothing: ResendFlags = {
  webhook: Option.none(),
  since: Option.none(),
  until: Option.none(),
  onlyFailed: false,
  rate: Option.none(),
  delivery: Option.none(),
  status: Option.none(),
  cancel: Option.none()
}

const read = (flags: Partial<ResendFlags>) => readResendRequest({ ...nothing, ...flags }, now)
const deliveryId = DeliveryId.make(id)
const resendId = ResendId.make(id)
const webhook = Option.some(webhookId)
const delivery = Option.some(deliveryId)
const resend = Option.some(resendId)

describe("what is to be sent again", () => {
  it("is a period, by times or by how long ago", () => {
    const since = DateTime.makeUnsafe("2026-11-21T00:00:00Z")
    assert.deepStrictEqual(
      read({ webhook, since: ago("2h") }),
      Result.succeed({ _tag: "Period", webhookId, period: { since, onlyFailed: false } })
    )
    const until = DateTime.makeUnsafe("2026-11-21T01:00:00Z")
    assert.deepStrictEqual(
      read({
        webhook,
        since: ago("2026-11-21T00:00:00Z"),
        until: ago("1h"),
        onlyFailed: true,
        rate: Option.some(5)
      }),
      Result.succeed({ _tag: "Period", webhookId, period: { since, onlyFailed: true, until, eventsPerSecond: 5 } })
    )
  })

  it("is a delivery; and a job is looked at or ended", () => {
    assert.deepStrictEqual(read({ delivery }), Result.succeed({ _tag: "Delivery", id: deliveryId }))
    assert.deepStrictEqual(read({ status: resend }), Result.succeed({ _tag: "Status", id: resendId }))
    assert.deepStrictEqual(read({ cancel: resend }), Result.succeed({ _tag: "Cancel", id: resendId }))
  })

  const refuses = (title: string, flags: Partial<ResendFlags>, message: RegExp) =>
    it(`is refused ${title}`, () => {
      const result = read(flags)
      assert.isTrue(Result.isFailure(result) && message.test(result.failure), JSON.stringify(result))
    })
  refuses("when nothing is named", {}, /one thing to do: --webhook with --since/)
  refuses("when two things are named", { webhook, since: ago("2h"), delivery }, /one thing to do/)
  refuses("when a job is to be looked at and ended", { status: resend, cancel: resend }, /one thing to do/)
  refuses("when a webhook's period has no beginning", { webhook, until: ago("1h") }, /--since 2h/)
  refuses("when it ends before it begins", { webhook, since: ago("1h"), until: ago("2h") }, /--until is before --since/)
  refuses("when it begins later than now", { webhook, since: ago("2099-01-01T00:00:00Z") }, /--since is later than now/)
  refuses("when a delivery has a period", { delivery, since: ago("2h") }, /go with --webhook/)
  refuses("when a delivery has a rate", { delivery, rate: Option.some(5) }, /go with --webhook/)
  refuses("when a job is to be only what failed", { status: resend, onlyFailed: true }, /go with --webhook/)
})

const job = (change: Partial<ResendView> = {}): ResendView => ({
  id: resendId,
  webhookId,
  since: now,
  until: now,
  onlyFailed: false,
  eventsPerSecond: 100,
  state: "running",
  total: 200,
  examined: 50,
  resent: 20,
  alreadyWaiting: 0,
  createdAt: now,
  updatedAt: now,
  ...change
})

describe("the progress of a resend", () => {
  const filled = (text: string): number => text.split("█").length - 1

  it("is a bar, from nothing to all of it", () => {
    assert.match(progressBar(job()), /^█{6}░{18} {2}25 % {2}50 of 200 events looked at, 20 put back/)
    assert.strictEqual(filled(progressBar(job({ examined: 0 }))), 0)
    assert.match(progressBar(job({ examined: 200 })), /^█{24} 100 %/)
    assert.match(progressBar(job({ examined: 199 })), /^█{23}░ {2}99 %/, "not full before it is done")
    assert.match(progressBar(job({ examined: 0, total: 0 })), /^█{24} 100 %/)
    assert.match(progressBar(job({ examined: 250 })), /^█{24} 100 %/, "more than were counted as it began")
  })

  it("is no bar while there may be more events than were counted", () => {
    const many = { examined: 12_000, total: 12_000 }
    assert.match(progressBar(job(many)), /^12000 of at least 12000 events looked at/)
    assert.match(progressBar(job({ ...many, state: "finished" })), /^█{24} 100 % {2}12000 of 12000 events looked at/)
  })

  it("is said in words", () => {
    const plain = paintWith(false)
    const text = showResend(job({ onlyFailed: true }), plain, "")
    assert.match(text, /^Resend 019845e1\S+ running\n/)
    assert.include(text, `failed events from 2026-11-21T02:00:00Z to 2026-11-21T02:00:00Z, to webhook ${webhookId}`)
    const { since: _since, until: _until, ...rest } = job()
    assert.include(showResend({ ...rest, deliveryId: deliveryId }, plain, ""), `the events of delivery ${id}`)
  })

  it("says how to end the pause of the webhook, in the account that the job is of", () => {
    const text = showResend(job({ backingOffUntil: now }), paintWith(false), " --seller other --sandbox")
    assert.match(text, new RegExp(`retry ${webhookId} --seller other --sandbox$`))
  })

  it("fails when the job ended before its time", () => {
    assert.isUndefined(failureOf(job({ state: "finished" })))
    assert.match(failureOf(job({ state: "stopped" }))!, /disabled or deleted.*50 of 200.*Enable it/)
    assert.match(failureOf(job({ state: "cancelled" }))!, /cancelled/)
  })
})
