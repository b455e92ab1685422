/** Each operation on integrated services as one call of a service. */
import { Effect } from "effect"
import { onBehalfOf } from "../../access/Actor.ts"
import { Webhooks } from "../Webhooks.ts"
import type { Asked } from "../../operator/Asked.ts"
import type { ServicesApi } from "./ServicesApi.ts"

type ServiceAsked = Asked<typeof ServicesApi, "disable" | "enable">

const actorOf = ({ ip, params, query: { sandbox = false } }: ServiceAsked) =>
  onBehalfOf({ ...params, sandbox }, "operator", ip)

export const serviceOperations = Effect.map(Webhooks, (webhooks) => ({
  disable: (asked: ServiceAsked) =>
    Effect.map(webhooks.disableService(actorOf(asked)), (count) => ({ webhooks: count })),
  enable: (asked: ServiceAsked) => Effect.map(webhooks.enableService(actorOf(asked)), (count) => ({ webhooks: count }))
}))
