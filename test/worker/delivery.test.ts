/** A seller's object, in workerd, passes every scenario of delivery: its alarm is all that has it deliver. */
import { deliverySuite, evictionSuite } from "@sellerkit/testing"
import { afterAll } from "vitest"
import { startSellerServices } from "./service/sellerServices.ts"
import { workerdHttpClient } from "./service/workerdHttpClient.ts"

const { resting, running, stop } = await startSellerServices()
afterAll(stop)

const name = "Worker's object"

deliverySuite({ name, resting, running, httpClient: workerdHttpClient })
evictionSuite({ name, running })
