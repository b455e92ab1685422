/**
 * `@sellerkit/core/queue-rules`: the rules that a storage driver calculates with as it writes. It loads next to nothing, so that
 * a thread or a process that only writes starts at once.
 */
export { accountKey, ownerKey } from "./access/accountKey.ts"
export { operationsAccount } from "./access/operationsAccount.ts"
export {
  AccountCapacity,
  type AccountLoad,
  largestBatch,
  largestBatchBytes,
  largestWithTried,
  makeBatchLimit,
  overdueAfter,
  testDueAt
} from "./delivery/queue/claimRules.ts"
export { payloadBytes } from "./events/EventPage.ts"
