/** The ports of storage as they cross between a test and a Durable Object. */
import * as Core from "@sellerkit/core"
import { Crossing } from "./bridge/Crossing.ts"
import type { Tags } from "./bridge/serve.ts"

export const storagePorts: Tags = Core.storagePorts

export const makeCrossing = (): Crossing => new Crossing(Core)
