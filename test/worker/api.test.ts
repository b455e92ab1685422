/** The API as its callers see it, in a Worker with a Durable Object per seller. */
import { type ApiTarget, apiSuite, operatorOf } from "@sellerkit/testing"
import { startSellers } from "./seller/sellers.ts"

const operatorKey = "an operator key of at least thirty-two characters"

const worker: ApiTarget = {
  name: "Worker with Durable Objects",
  trials: 0.2,
  start: async () => {
    const { fetch, operator, stop } = await startSellers({ operatorKey })
    return {
      fetch,
      operator: operatorOf(fetch, operatorKey),
      token: async (request) => (await operator("issueToken", { ...request, userId: 7 })).token,
      publish: (sellerId, events, { sandbox = false } = {}) => operator("publish", { sellerId, sandbox }, events),
      stop
    }
  }
}

apiSuite(worker)
