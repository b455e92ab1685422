/** The change log and the policy of an installation, as they concern each of its operations. */
import { Clock, Context, Effect, Layer } from "effect"
import type { HttpApi, HttpApiGroup } from "effect/http-api"
import { ChangeLog } from "../../lifecycle/changeLog.ts"
import { LifecyclePolicy } from "../../lifecycle/LifecyclePolicy.ts"
import { lifecycleOf, type OperationLifecycle, stateAt } from "../../lifecycle/OperationLifecycle.ts"
import { datedFields, type FieldsSince } from "../../lifecycle/revision.ts"
import { mountedAt } from "../paths/MountPath.ts"
import { type Declared, nameOf, operationPaths } from "../operation/Operation.ts"
import type { RequestContext } from "../request/RequestContext.ts"
import { lifecycleHeaders } from "./lifecycleHeaders.ts"

/** What is found out about an operation when the service is built. Undefined: there is nothing to do about its requests. */
export class OperationLifecycles extends Context.Service<
  OperationLifecycles,
  {
    /** Adds headers to the answer of a request: that the operation is deprecated, until when it is served, and what to use. */
    announcementOf(declared: Declared): ((request: RequestContext["Service"]) => Effect.Effect<void>) | undefined
    /** Of an operation that is refused from a day on. */
    enforcedOf(declared: Declared): OperationLifecycle | undefined
    /** Fields of its answers that are left out before they came. */
    laterFieldsOf(declared: Declared): ReadonlyArray<FieldsSince> | undefined
  }
>()("@sellerkit/core/http/lifecycle/OperationLifecycles") {
  static readonly layer = <Id extends string, Groups extends HttpApiGroup.Constraint>(
    api: HttpApi.HttpApi<Id, Groups>
  ): Layer.Layer<OperationLifecycles> =>
    Layer.effect(
      OperationLifecycles,
      Effect.gen(function* () {
        const changes = yield* ChangeLog
        const { operations, revision } = yield* LifecyclePolicy
        const paths = operationPaths(api.groups)

        const announced = ({ endpoint }: Declared): OperationLifecycle | undefined =>
          operations === "ignore" ? undefined : lifecycleOf(changes, nameOf(endpoint))

        return OperationLifecycles.of({
          announcementOf: (declared) => {
            const lifecycle = announced(declared)
            if (lifecycle === undefined) return undefined
            const successorPath = lifecycle.successor && paths.get(lifecycle.successor)
            return ({ answerHeaders }) =>
              Effect.zipWith(Clock.currentTimeMillis, mountedAt, (now, mounted) => {
                if (stateAt(lifecycle, now) === "current") return
                Object.assign(answerHeaders, lifecycleHeaders(lifecycle, successorPath, mounted))
              })
          },
          enforcedOf: (declared) => {
            const lifecycle = operations === "enforce" ? announced(declared) : undefined
            return lifecycle?.disabledAt === undefined ? undefined : lifecycle
          },
          laterFieldsOf: ({ endpoint }) => {
            const fields = revision === "dated" ? datedFields(changes, nameOf(endpoint)) : []
            return fields.length === 0 ? undefined : fields
          }
        })
      })
    )
}
