/** Which sellers the service has data of. */
import type { OperatorAnswer } from "./http/answers.ts"
import { pageLimit } from "./http/pageLimit.ts"
import { request } from "./http/request.ts"

export const listSellers = (next: string | undefined, signal: AbortSignal) =>
  request<OperatorAnswer<"sellers", "list">>("GET", "/operator/v1/sellers", {
    query: { limit: pageLimit, next },
    signal
  })
