/** What answers and history say about a request. */
import { Context } from "effect"

/** The request being served, as far as answers and history name it. */
export class RequestContext extends Context.Service<
  RequestContext,
  {
    readonly requestId: string
    /** The operation, such as `webhooks.create`. */
    readonly origin: string
    /** Address of the caller, where it is known. */
    readonly ip: string | undefined
    /** Ids that log lines about the request show, by name. More are added as they become known. */
    readonly ids: Map<string, string>
    /** Headers of its answer, whether that becomes a success or an error. More are added as they become known. */
    readonly answerHeaders: Record<string, string>
  }
>()("@sellerkit/core/http/request/RequestContext") {}

/** Says in the answer how many requests the budget of its operation has left (contract, Rate limiting). */
export const showRemaining = ({ answerHeaders }: RequestContext["Service"], remaining: number): void => {
  answerHeaders["x-ratelimit-remaining"] = String(remaining)
}
