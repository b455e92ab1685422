/** Whether the service can be reached with a token (contract, Authentication, ping). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { accessRules } from "../../access/accessRules.ts"
import { StatusAdmission } from "../../http/middleware/StatusAdmission.ts"
import { operation } from "../../http/operation/Operation.ts"
import { connectionLimits } from "./connectionLimits.ts"

const Pong = Schema.Struct({
  TS: Schema.String.annotate({ format: "date-time" }),
  Status: Schema.Literal("OK")
}).annotate({ identifier: "Ping" })

export class ConnectionApi extends HttpApiGroup.make("connection")
  .add(
    HttpApiEndpoint.get("ping", "/ping", { success: Pong }).annotateMerge(
      operation({
        summary: "Connection check",
        description: "Whether the service can be reached, and the token is good. It takes any token.",
        access: accessRules.connection,
        limit: connectionLimits.connectionChecks
      })
    )
  )
  .middleware(StatusAdmission)
  .annotateMerge(OpenApi.annotations({ title: "Connection", description: "Try a token." })) {}
