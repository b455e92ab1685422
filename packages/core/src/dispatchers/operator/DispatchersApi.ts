/** Operations on dispatchers: which of them are alive. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { described } from "../../operator/described.ts"
import { Timestamp } from "../../time/Timestamp.ts"
import { DispatcherId } from "../RunningDispatcher.ts"

const DispatcherView = Schema.Struct({
  id: DispatcherId,
  name: Schema.String,
  startedAt: Timestamp,
  seenAt: Timestamp
}).annotate({ identifier: "Dispatcher" })

export class DispatchersApi extends HttpApiGroup.make("dispatchers")
  .add(
    HttpApiEndpoint.get("list", "/dispatchers", {
      success: Schema.Struct({ dispatchers: Schema.Array(DispatcherView) })
    }).annotateMerge(
      described(
        "Dispatchers that are alive",
        "Parts of processes that deliver, in the order of their start. Each says every 10 seconds that it is alive, and counts for 30; one that stops in order is gone at once. Where there is none, events wait, unless a Worker delivers by its cron trigger: that is not listed."
      )
    )
  )
  .annotateMerge(OpenApi.annotations({ title: "Dispatchers", description: "What delivers." })) {}
