/** How often a seller's operations may be called, and when failed deliveries are tried again. */
import { type Account, operatorPath, sandboxQuery } from "./Account.ts"
import type { OperatorAnswer } from "./http/answers.ts"
import { request } from "./http/request.ts"
import { sellerRequest } from "./http/sellerRequest.ts"

export type AccountRetrySchedule = OperatorAnswer<"retrySchedules", "get">
export type RetryScheduleFields = AccountRetrySchedule["schedule"]

const path = (account: Account): string => operatorPath(account, "retry-schedule")

const ofSandbox = (account: Account) => ({ query: sandboxQuery(account) })

export const getRetrySchedule = (account: Account, signal: AbortSignal) =>
  request<AccountRetrySchedule>("GET", path(account), { ...ofSandbox(account), signal })

/** Durations such as `10 seconds`. */
export const setRetrySchedule = (account: Account, body: RetryScheduleFields) =>
  request<AccountRetrySchedule>("PUT", path(account), { ...ofSandbox(account), body })

export const removeRetrySchedule = (account: Account) =>
  request<AccountRetrySchedule>("DELETE", path(account), ofSandbox(account))

export interface OperationLimit {
  readonly method: string
  readonly path: string
  readonly summary: string
  /** Operations of the same budget share it. */
  readonly budget: string
  readonly requests: number
  /** Such as `1 minute`. */
  readonly window: string
}

interface DescribedOperation {
  readonly summary: string
  readonly "x-rate-limit"?: Pick<OperationLimit, "budget" | "requests" | "window">
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
}

/** As the service's own description tells them. */
export const getLimits = async (account: Account, signal: AbortSignal): Promise<ReadonlyArray<OperationLimit>> => {
  const { paths } = await sellerRequest<Description>("GET", account, "/openapi.json", { signal })
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { summary, "x-rate-limit": limit }]) =>
      limit === undefined ? [] : [{ method: method.toUpperCase(), path, summary, ...limit }]
    )
  )
}
