/** The change history operations (Seller Webhooks Service, List change history and Get change history entry). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { accessRules } from "../../access/accessRules.ts"
import { Uuid } from "../../access/Uuid.ts"
import { Admission } from "../../http/middleware/Admission.ts"
import { RequestValidation } from "../../http/middleware/RequestValidation.ts"
import { operation } from "../../http/operation/Operation.ts"
import { inPathAs } from "../../http/paths/pathNames.ts"
import { declared } from "../../http/operation/Problem.ts"
import { timePageQuery } from "../../pagination/TimePage.ts"
import { Timestamp } from "../../time/Timestamp.ts"
import { NumericId } from "../../validation/WholeNumber.ts"
import { HistoryEntry, HistoryEntryId } from "../HistoryEntry.ts"
import { webhookLimits } from "../../webhooks/http/webhookLimits.ts"

const { owner: _owner, ...shown } = HistoryEntry.fields

const WebhookReference = Schema.Struct({ webhookId: Schema.optionalKey(Uuid) })

const HistoryEntryView = Schema.Struct({
  ...shown,
  time: Timestamp,
  request: WebhookReference,
  response: WebhookReference,
  userId: Schema.optionalKey(NumericId)
}).annotate({ identifier: "HistoryEntry" })

/** An entry as its owner sees it. It leaves out the owner, who knows its own name. */
export const historyEntryView = ({ owner: _, ...entry }: HistoryEntry): typeof HistoryEntryView.Type => entry

export class HistoryApi extends HttpApiGroup.make("history")
  .add(
    HttpApiEndpoint.get("list", "/history", {
      query: timePageQuery,
      success: Schema.Struct({ history: Schema.Array(HistoryEntryView), next: Schema.String, prev: Schema.String })
    }).annotateMerge(
      operation({
        summary: "List change history",
        description: "Who did what to the caller's webhooks, newest first; operations that failed too.",
        access: accessRules.webhooks,
        limit: webhookLimits.webhookHistory
      })
    ),
    HttpApiEndpoint.get("get", "/history/:historyId", {
      params: { historyId: inPathAs("history-id", HistoryEntryId) },
      success: HistoryEntryView,
      error: declared.NotFound
    }).annotateMerge(
      operation({
        summary: "Get change history entry",
        description: "One entry of the change history.",
        access: accessRules.webhooks,
        limit: webhookLimits.webhookHistory
      })
    )
  )
  .prefix("/api/v1")
  .middleware(RequestValidation)
  .middleware(Admission)
  .annotateMerge(OpenApi.annotations({ title: "Change history", description: "Who did what to which webhook." })) {}
