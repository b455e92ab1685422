/** The API as its callers see it, in a Worker with a Durable Object per seller. */
import { type ApiTarget, apiSuite } from "@sellerkit/testing"
import { startSellers } from "./seller/sellers.ts"

const worker: ApiTarget = {
  name: "Worker with Durable Objects",
  trials: 0.3,
  start: async () => {
    const { fetch, operator, stop } = await startSellers()
    return {
      fetch,
      token: async (request) => (await operator("issueToken", { ...request, userId: 7 })).token,
      publish: (sellerId, events, { sandbox = false } = {}) => operator("publish", { sellerId, sandbox }, events),
      stop
    }
  }
}

apiSuite(worker)
