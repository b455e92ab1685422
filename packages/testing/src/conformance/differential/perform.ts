/** What each operation asks the drivers. */
import { Duration, type Effect } from "effect"
import { TestClock } from "effect/testing"
import { deliver } from "./operations/arrivalOperations.ts"
import type { AnswersDiffer } from "./Drivers.ts"
import { noteDispatcher, readDispatchers, removeDispatcher } from "./operations/dispatcherOperations.ts"
import { publish, publishTest, readEvent } from "./operations/eventOperations.ts"
import { readDelivery, readEntry, readPages, recordRefusal } from "./operations/historyOperations.ts"
import type { Operation, OperationOf } from "./Operation.ts"
import { claim, endPause, nextDue, readLanes, release, settle } from "./operations/queueOperations.ts"
import { backgroundOfRecords, readRecords, writeRecords } from "./operations/recordOperations.ts"
import { beginResend, cancelResend, readResend, stepResends } from "./operations/resendOperations.ts"
import { removeOld } from "./operations/retentionOperations.ts"
import { readRetrySchedule, setRetrySchedule } from "./operations/retryOperations.ts"
import { readSecrets, replaceSecret } from "./operations/secretOperations.ts"
import { readTokens, revokeToken } from "./operations/tokenOperations.ts"
import type { Trial } from "./Trial.ts"
import {
  changeService,
  changeWebhook,
  insertWebhook,
  readWebhook,
  removeWebhook,
  restartWebhook
} from "./operations/webhookOperations.ts"

const aDay = Duration.toMillis("1 day")

/** Nothing is settled a day after it was claimed: an attempt's age may count from either (`removeOld`). */
const wait = ({ milliseconds }: OperationOf<"Wait">, { world }: Trial) => {
  world.now += milliseconds
  if (milliseconds >= aDay) world.batches = []
  return TestClock.adjust(milliseconds)
}

type Perform<Tag extends Operation["_tag"]> = (
  operation: OperationOf<Tag>,
  trial: Trial
) => Effect.Effect<unknown, AnswersDiffer>

const operations: { readonly [Tag in Operation["_tag"]]: Perform<Tag> } = {
  Wait: wait,
  InsertWebhook: insertWebhook,
  ChangeWebhook: changeWebhook,
  RestartWebhook: restartWebhook,
  RemoveWebhook: removeWebhook,
  ChangeService: changeService,
  ReadWebhook: readWebhook,
  ReadSecrets: readSecrets,
  ReplaceSecret: replaceSecret,
  Publish: publish,
  Deliver: deliver,
  PublishTest: publishTest,
  ReadEvent: readEvent,
  Claim: claim,
  Settle: settle,
  Release: release,
  EndPause: endPause,
  NextDue: nextDue,
  ReadLanes: readLanes,
  BeginResend: beginResend,
  StepResends: stepResends,
  CancelResend: cancelResend,
  ReadResend: readResend,
  ReadDelivery: readDelivery,
  RecordRefusal: recordRefusal,
  ReadEntry: readEntry,
  ReadPages: readPages,
  RemoveOld: removeOld,
  WriteRecords: writeRecords,
  ReadRecords: readRecords,
  BackgroundOfRecords: backgroundOfRecords,
  SetRetrySchedule: setRetrySchedule,
  ReadRetrySchedule: readRetrySchedule,
  RevokeToken: revokeToken,
  ReadTokens: readTokens,
  NoteDispatcher: noteDispatcher,
  RemoveDispatcher: removeDispatcher,
  ReadDispatchers: readDispatchers
}

export const perform = <Tag extends Operation["_tag"]>(operation: OperationOf<Tag>, trial: Trial) => {
  const step: Perform<Tag> = operations[operation._tag as Tag]
  return step(operation, trial)
}
