/** What of a seller's service crosses between a test and its object. */
import * as Core from "@sellerkit/core"
import { Activity, Drain, type Eviction } from "@sellerkit/testing/service"
import { Context } from "effect"
import type { Tags } from "../bridge/serve.ts"
import { storagePorts } from "../storagePorts.ts"

/** How an object ends by its alarm. */
export class AlarmCutOff extends Context.Service<AlarmCutOff, Pick<Eviction["Service"], "endWhenAlarmRings">>()(
  "@sellerkit/tests/worker/service/AlarmCutOff"
) {}

const domain: Tags = [
  Core.Deliveries,
  Core.Events,
  Core.History,
  Core.OperationalEvents,
  Core.RetrySchedules,
  Core.SecretReencryption,
  Core.UrlCheck,
  Core.Webhooks,
  ...storagePorts
]

export const restingServices: Tags = [...domain, Drain]
export const runningServices: Tags = [...domain, Activity, AlarmCutOff]
