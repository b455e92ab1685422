/** A seller's object, in workerd, passes every scenario of delivery: what becomes due it does at once, or by its alarm. */
import { deliverySuite, evictionSuite } from "@sellerkit/testing"
import { afterAll } from "vitest"
import { startSellerServices } from "./service/sellerServices.ts"
import { workerdHttpClient } from "./service/workerdHttpClient.ts"

const { resting, running, stop } = await startSellerServices()
afterAll(stop)

const name = "Worker's object"

// SQLite on Node.js has the queue of 100,000 events.
deliverySuite({ name, resting, running, httpClient: workerdHttpClient, trials: 0.1 })
evictionSuite({ name, running })
