/** What operations answer, as JSON: derived from the declarations that the server runs. Only types, so that none of it is loaded. */
import type { SellerApi } from "@sellerkit/core/client"
import type { OperatorApi } from "@sellerkit/core/operator"
import type { Schema } from "effect"
import type { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"

type Groups<Api> = Api extends HttpApi.HttpApi<infer _Id, infer All> ? All : never

type Endpoint<Api, Group extends string, Name extends string> = HttpApiEndpoint.WithIdentifier<
  HttpApiGroup.Endpoints<HttpApiGroup.WithIdentifier<Groups<Api>, Group>>,
  Name
>

/** An endpoint declares the type of its JSON as any JSON; the schema that was written says which. */
type Json<Answer> = Answer extends Schema.toCodecJson<infer Written> ? Written["Encoded"] : never

/** Of an operation of the operator interface. */
export type OperatorAnswer<Group extends string, Name extends string> = Json<
  HttpApiEndpoint.Success<Endpoint<typeof OperatorApi, Group, Name>>
>

/** Of an operation of the seller API. */
export type SellerAnswer<Group extends string, Name extends string> = Json<
  HttpApiEndpoint.Success<Endpoint<typeof SellerApi, Group, Name>>
>

/** A webhook as the operator and the portal see it: with its health. */
export type MonitoredWebhook = OperatorAnswer<"webhooks", "get">
export type Health = MonitoredWebhook["health"]
export type Subscription = MonitoredWebhook["subscriptions"][number]

export type EventWithFate = OperatorAnswer<"events", "fate">
export type Fate = EventWithFate["webhooks"][number]
export type Delivery = EventWithFate["deliveries"][number]
export type Resend = OperatorAnswer<"resends", "get">

export type ListedEvent = OperatorAnswer<"events", "list">["events"][number]
export type EventScope = SellerAnswer<"eventTypes", "list">["eventScopes"][number]
export type HistoryEntry = SellerAnswer<"history", "list">["history"][number]
