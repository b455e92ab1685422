/** What waits for its delivery. */
import type { OperatorAnswer } from "./http/answers.ts"
import { request } from "./http/request.ts"

/** `overdueFor` is in seconds. */
export const countBacklog = (signal: AbortSignal) =>
  request<OperatorAnswer<"deliveries", "backlog">>("GET", "/operator/v1/backlog", { signal })
