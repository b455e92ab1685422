/** A receiver's bad days, as an integrator would test them; all of them together in less than a second of real time. */
import { assert, describe, it } from "@effect/vitest"
import { Sandbox } from "../src/index.ts"

const startsAt = "2026-01-15T09:00:00Z"

const stories: Readonly<Record<string, (seller: Sandbox) => Promise<void>>> = {
  "gets everything after an outage of an hour": async (seller) => {
    await seller.createWebhook()
    seller.receiver.disconnect()
    const published: Array<string> = []
    for (let minute = 0; minute < 60; minute += 10) {
      const [event] = await seller.publish("card_changed")
      published.push(event!.id)
      await seller.advance("10 minutes")
    }
    assert.isEmpty(seller.receiver.events)
    seller.receiver.succeed()
    const { time } = await seller.receiver.next({ where: ({ accepted }) => accepted, within: "15 minutes" })
    assert.isBelow(time.getTime(), Date.parse("2026-01-15T10:15:00Z"))
    await seller.advance("1 hour")
    assert.sameMembers(
      seller.receiver.events.map(({ id }) => id),
      published
    )
    const [webhook] = await seller.webhooks()
    assert.deepInclude(webhook, { state: "healthy", waiting: 0 })
  },

  "is disabled after a day without success, and gets what is held when it is enabled again": async (seller) => {
    const { id } = await seller.createWebhook()
    seller.receiver.fail()
    for (let hour = 0; hour < 36; hour++) {
      await seller.publish("card_changed")
      await seller.advance("1 hour")
    }
    assert.deepInclude((await seller.webhooks())[0], { enabled: false, status: "unreachable" })
    const before = seller.receiver.notifications.length
    const refused = await seller.receiver.next({ where: ({ accepted }) => accepted }).catch((error: Error) => error)
    assert.include(String(refused), 'the webhook "Sandbox" is disabled, because its URL accepted nothing for a day')
    assert.lengthOf(seller.receiver.notifications, before)
    seller.receiver.succeed()
    const { name, subscriptions } = await seller.call("GET", `/api/v1/webhooks/${id}`)
    await seller.call("PUT", `/api/v1/webhooks/${id}`, { body: { enabled: true, name, subscriptions } })
    await seller.advance("1 minute")
    assert.isNotEmpty(seller.receiver.events)
  },

  "carries the new secret once it is refreshed": async (seller) => {
    const { id, secret } = await seller.createWebhook()
    await seller.publish("card_changed")
    const refreshed = await seller.call("POST", `/api/v1/webhooks/${id}/secret/refresh`)
    await seller.publish("card_changed")
    assert.notStrictEqual(refreshed.secret, secret)
    assert.deepStrictEqual(
      seller.receiver.notifications.map(({ headers }) => headers["authorization"]),
      [secret, refreshed.secret]
    )
  },

  "loses none but the event that its receiver cannot take": async (seller) => {
    await seller.createWebhook()
    seller.receiver.reject(({ payload }) => payload.nmID === 13)
    const card = (nmID: number) => ({
      type: "card_changed",
      payload: { nmID, vendorCode: `card-${nmID}`, updatedAt: startsAt }
    })
    const published = await seller.publish(card(1), card(13), card(2))
    await seller.advance("3 hours")
    assert.sameMembers(
      seller.receiver.events.map(({ payload }) => payload.nmID),
      [1, 2]
    )
    const { deliveries, webhooks } = await seller.fates(published[1]!.id)
    assert.lengthOf(deliveries, 9)
    assert.deepInclude(webhooks[0], { fate: "dropped", dropReason: "attemptsSpent", attempts: 9 })
  }
}

const assertStory = async (story: (seller: Sandbox) => Promise<void>): Promise<void> => {
  await using seller = await Sandbox.start({ startsAt })
  await story(seller)
}

describe("an integration", () => {
  it.each(Object.entries(stories))("%s", (_, story) => assertStory(story))

  // Of processor time, which does not pass while the machine does something else; a busy machine also makes it dearer for a while.
  it("is tested in less than a second", async () => {
    const rounds: Array<number> = []
    for (let round = 0; round < 5; round++) {
      const began = process.cpuUsage()
      for (const story of Object.values(stories)) await assertStory(story)
      const { system, user } = process.cpuUsage(began)
      rounds.push((system + user) / 1000)
    }
    assert.isBelow(Math.min(...rounds), 1000)
  })
})
