/** The operator interface of a sandbox, where the host moves the time. */
import { ConsoleOperatorApi, portalDocumentation } from "@sellerkit/console"
import { parsing } from "@sellerkit/core/http"
import { OperatorAuthorization, operatorDocument, OperatorScope } from "@sellerkit/core/operator"
import { HttpApi } from "effect/http-api"
import { ClockApi } from "./ClockApi.ts"

/** The part that only a sandbox has. */
class SandboxClockApi extends HttpApi.make("operator")
  .add(ClockApi)
  .prefix("/operator/v1")
  .middleware(OperatorAuthorization)
  .middleware(OperatorScope)
  .annotateMerge(parsing) {}

export class SandboxOperatorApi extends ConsoleOperatorApi.addHttpApi(SandboxClockApi) {}

/** What people read of them. */
const documentation = {
  answers: {
    ...portalDocumentation.answers,
    "clock.get": "The sandbox's time.",
    "clock.advance": "The time has passed, and what happened meanwhile is over."
  },
  fields: {
    ...portalDocumentation.fields,
    "Clock.now": ["What time it is in the sandbox."],
    duration: ["How much time is to pass: 366 days at most.", "15 minutes"]
  }
} as const

export const sandboxOperatorDocument = operatorDocument(SandboxOperatorApi, documentation)
