/** A seller's object, in workerd, passes every scenario of delivery: its alarm is all that has it deliver. */
import { deliverySuite } from "@sellerkit/testing"
import { afterAll } from "vitest"
import { startSellerServices } from "./service/sellerServices.ts"
import { workerdHttpClient } from "./service/workerdHttpClient.ts"

const { resting, running, stop } = await startSellerServices()
afterAll(stop)

deliverySuite({ name: "Worker's object", resting, running, httpClient: workerdHttpClient })
