/** Campaigns over a Durable Object's SQLite, in workerd. */
import { campaignSuite } from "@sellerkit/testing"
import { Layer } from "effect"
import { afterAll } from "vitest"
import { startStorageObjects } from "./storageObjects.ts"

const { make, stop } = await startStorageObjects()
afterAll(stop)

campaignSuite({ name: "Durable Object", layer: Layer.unwrap(make), trials: 0.25 })
