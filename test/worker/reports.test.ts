/** Statistics reports over a Durable Object's SQLite, in workerd. */
import { reportModelSuite, reportSuite } from "@sellerkit/testing"
import { Layer } from "effect"
import { afterAll } from "vitest"
import { startStorageObjects } from "./storageObjects.ts"

const { make, stop } = await startStorageObjects()
afterAll(stop)

const target = { name: "Durable Object", layer: Layer.unwrap(make), trials: 0.25 }
reportSuite(target)
reportModelSuite(target)
