/** Which sellers the service has data of. */
import type { OperatorAnswer } from "./answers.ts"
import { request } from "./request.ts"

// our choice: what a page of the console shows at once.
const limit = 50

export const listSellers = (next: string | undefined, signal: AbortSignal) =>
  request<OperatorAnswer<"sellers", "list">>("GET", "/operator/v1/sellers", { query: { limit, next }, signal })
