/** What the host of the service does with it, over the operator interface, and a seller over the API. */
const request = async (url: string, authorization: string, body?: unknown): Promise<Response> => {
  const answer = await fetch(url, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization, "content-type": "application/json" },
    ...(body === undefined ? undefined : { body: JSON.stringify(body) })
  })
  if (!answer.ok) throw new Error(`${new URL(url).pathname} answered ${answer.status}: ${await answer.text()}`)
  return answer
}

/** The secret of a new webhook of a seller. */
export const createWebhook = async (api: string, key: string, sellerId: string, url: string): Promise<string> => {
  const grant = { sellerId, type: "base", categories: ["content"] }
  const { token } = await (await request(`${api}/operator/v1/tokens`, `Bearer ${key}`, grant)).json()
  const webhook = { enabled: true, name: "Cards", url, subscriptions: [{ scope: "content", event: "card_changed" }] }
  return (await (await request(`${api}/api/v1/webhooks`, token, webhook)).json()).secret
}

/** A card of the seller has changed, so many times. */
export const publish = async (api: string, key: string, sellerId: string, count: number): Promise<void> => {
  const events = Array.from({ length: count }, (_, index) => ({
    scope: "content",
    type: "card_changed",
    payload: { nmID: index, vendorCode: `card-${index}`, updatedAt: new Date().toISOString() }
  }))
  await request(`${api}/operator/v1/events`, `Bearer ${key}`, { sellerId, events })
}

/** What a dispatcher says of itself: events that reached a webhook, and those that wait for one. */
export const figuresOf = async (address: string, key: string) => {
  const metrics = await (await request(`${address}/metrics`, `Bearer ${key}`)).text()
  const valueOf = (name: string) => Number(new RegExp(`^${name} (\\d+)`, "m").exec(metrics)?.[1] ?? 0)
  return { delivered: valueOf("sellerkit_events_delivered_total"), waiting: valueOf("sellerkit_events_waiting") }
}
