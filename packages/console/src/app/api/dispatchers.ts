/** Which dispatchers deliver. */
import type { OperatorAnswer } from "./http/answers.ts"
import { request } from "./http/request.ts"

type Listed = OperatorAnswer<"dispatchers", "list">

export type Dispatcher = Listed["dispatchers"][number]

/** Those that are alive, in the order of their start. */
export const listDispatchers = (signal: AbortSignal) => request<Listed>("GET", "/operator/v1/dispatchers", { signal })
