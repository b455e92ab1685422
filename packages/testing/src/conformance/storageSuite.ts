/** Every suite that a storage driver has to pass. */
import { deliveryLogSuite } from "./events/DeliveryLogSuite.ts"
import { dispatcherStoreSuite } from "./DispatcherStoreSuite.ts"
import { eventKeySuite } from "./events/EventKeySuite.ts"
import { eventPageSuite } from "./events/EventPageSuite.ts"
import { eventStoreSuite } from "./events/EventStoreSuite.ts"
import { historySuite } from "./records/HistorySuite.ts"
import { observationSuite } from "./ObservationSuite.ts"
import type { StorageTarget } from "./StorageTarget.ts"
import { manyWebhooksSuite } from "./webhooks/ManyWebhooksSuite.ts"
import { queueArrivalSuite } from "./queue/QueueArrivalSuite.ts"
import { queueClaimSuite } from "./queue/QueueClaimSuite.ts"
import { queueClockSuite } from "./queue/QueueClockSuite.ts"
import { queueHealthSuite } from "./queue/QueueHealthSuite.ts"
import { queueHoldSuite } from "./queue/QueueHoldSuite.ts"
import { queueKeptLeaseSuite } from "./queue/QueueKeptLeaseSuite.ts"
import { queueLeaseSuite } from "./queue/QueueLeaseSuite.ts"
import { queuePauseSuite } from "./queue/QueuePauseSuite.ts"
import { queueRunSuite } from "./queue/QueueRunSuite.ts"
import { queueSettleSuite } from "./queue/QueueSettleSuite.ts"
import { queueShareSuite } from "./queue/QueueShareSuite.ts"
import { recordDueSuite } from "./records/RecordDueSuite.ts"
import { recordEventSuite } from "./records/RecordEventSuite.ts"
import { recordJobSuite } from "./records/RecordJobSuite.ts"
import { recordModelSuite } from "./records/RecordModelSuite.ts"
import { recordRangeSuite } from "./records/RecordRangeSuite.ts"
import { recordStoreSuite } from "./records/RecordStoreSuite.ts"
import { recordTransactSuite } from "./records/RecordTransactSuite.ts"
import { resendStoreSuite } from "./events/ResendStoreSuite.ts"
import { retentionStoreSuite } from "./RetentionStoreSuite.ts"
import { retrySchedulesSuite } from "./records/RetrySchedulesSuite.ts"
import { revokedTokensSuite } from "./records/RevokedTokensSuite.ts"
import { storedSecretsSuite } from "./webhooks/StoredSecretsSuite.ts"
import { webhookStoreSuite } from "./webhooks/WebhookStoreSuite.ts"

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
  queueRunSuite(target)
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
