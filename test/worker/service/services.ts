/** What of a seller's service crosses between a test and its object. */
import * as Core from "@sellerkit/core"
import { Context, type Effect } from "effect"
import { Activity } from "../../../packages/testing/src/scenarios/Activity.ts"
import { Drain } from "../../../packages/testing/src/scenarios/Drain.ts"
import type { Tags } from "../bridge/serve.ts"
import { storagePorts } from "../storagePorts.ts"

/** How the process of an object ends while its alarm rings. */
export class CutOff extends Context.Service<
  CutOff,
  {
    /** The object ends as soon as its alarm rings, before it has done anything. `repeats`: whether the platform rings again. */
    whenItRings(repeats: boolean): Effect.Effect<void>
  }
>()("@sellerkit/tests/worker/service/CutOff") {}

const domain: Tags = [
  Core.Deliveries,
  Core.Events,
  Core.History,
  Core.OperationalEvents,
  Core.SecretReencryption,
  Core.UrlCheck,
  Core.Webhooks,
  ...storagePorts
]

export const restingServices: Tags = [...domain, Drain]
export const runningServices: Tags = [...domain, Activity, CutOff]
