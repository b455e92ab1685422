/** Every suite that a storage driver has to pass. */
import { deliveryLogSuite } from "./DeliveryLogSuite.ts"
import { dispatcherStoreSuite } from "./DispatcherStoreSuite.ts"
import { eventKeySuite } from "./EventKeySuite.ts"
import { eventPageSuite } from "./EventPageSuite.ts"
import { eventStoreSuite } from "./EventStoreSuite.ts"
import { historySuite } from "./HistorySuite.ts"
import { observationSuite } from "./ObservationSuite.ts"
import type { StorageTarget } from "./StorageTarget.ts"
import { manyWebhooksSuite } from "./ManyWebhooksSuite.ts"
import { queueArrivalSuite } from "./QueueArrivalSuite.ts"
import { queueClaimSuite } from "./QueueClaimSuite.ts"
import { queueClockSuite } from "./QueueClockSuite.ts"
import { queueHealthSuite } from "./QueueHealthSuite.ts"
import { queueHoldSuite } from "./QueueHoldSuite.ts"
import { queueKeptLeaseSuite } from "./QueueKeptLeaseSuite.ts"
import { queueLeaseSuite } from "./QueueLeaseSuite.ts"
import { queuePauseSuite } from "./QueuePauseSuite.ts"
import { queueSettleSuite } from "./QueueSettleSuite.ts"
import { queueShareSuite } from "./QueueShareSuite.ts"
import { recordDueSuite } from "./records/RecordDueSuite.ts"
import { recordEventSuite } from "./records/RecordEventSuite.ts"
import { recordJobSuite } from "./records/RecordJobSuite.ts"
import { recordModelSuite } from "./records/RecordModelSuite.ts"
import { recordRangeSuite } from "./records/RecordRangeSuite.ts"
import { recordStoreSuite } from "./records/RecordStoreSuite.ts"
import { recordTransactSuite } from "./records/RecordTransactSuite.ts"
import { resendStoreSuite } from "./ResendStoreSuite.ts"
import { retentionStoreSuite } from "./RetentionStoreSuite.ts"
import { retrySchedulesSuite } from "./RetrySchedulesSuite.ts"
import { revokedTokensSuite } from "./RevokedTokensSuite.ts"
import { storedSecretsSuite } from "./StoredSecretsSuite.ts"
import { webhookStoreSuite } from "./WebhookStoreSuite.ts"

/** A driver is done when all of it passes. Call it at the top of a test file. */
export const storageSuite = (target: StorageTarget): void => {
  webhookStoreSuite(target)
  storedSecretsSuite(target)
  eventStoreSuite(target)
  eventKeySuite(target)
  eventPageSuite(target)
  queueClaimSuite(target)
  queueShareSuite(target)
  queueSettleSuite(target)
  queueLeaseSuite(target)
  queueKeptLeaseSuite(target)
  queueArrivalSuite(target)
  queuePauseSuite(target)
  queueHoldSuite(target)
  queueClockSuite(target)
  queueHealthSuite(target)
  deliveryLogSuite(target)
  manyWebhooksSuite(target)
  historySuite(target)
  recordStoreSuite(target)
  recordRangeSuite(target)
  recordTransactSuite(target)
  recordEventSuite(target)
  recordDueSuite(target)
  recordJobSuite(target)
  recordModelSuite(target)
  resendStoreSuite(target)
  retentionStoreSuite(target)
  retrySchedulesSuite(target)
  revokedTokensSuite(target)
  dispatcherStoreSuite(target)
  observationSuite(target)
}
