/**
 * `@sellerkit/core/queue-rules`: the rules that a storage driver calculates with as it writes. It loads next to nothing, so that
 * a thread or a process that only writes starts at once.
 */
export { accountKey, ownerKey } from "./access/accountKey.ts"
export { operationsAccount } from "./access/operationsAccount.ts"
export * from "./delivery/AccountShares.ts"
export { largestBatch, largestWithTried, makeBatchLimit, overdueAfter, testDueAt } from "./delivery/BatchSize.ts"
export { payloadBytes } from "./events/EventPage.ts"
