/** Random lists of operations. */
import { Arbitrary, Schema } from "effect"
import { Operation } from "./Operation.ts"

/** How often each one is chosen, of all of them together. */
const weights = {
  Wait: 10,
  InsertWebhook: 3,
  ChangeWebhook: 10,
  RestartWebhook: 3,
  RemoveWebhook: 1,
  ChangeService: 2,
  ReadWebhook: 2,
  ReadSecrets: 1,
  ReplaceSecret: 2,
  Publish: 16,
  Deliver: 10,
  PublishTest: 2,
  ReadEvent: 10,
  Claim: 12,
  Settle: 14,
  Release: 3,
  EndPause: 2,
  NextDue: 3,
  ReadLanes: 4,
  BeginResend: 3,
  StepResends: 4,
  CancelResend: 1,
  ReadResend: 1,
  ReadDelivery: 2,
  RecordRefusal: 1,
  ReadEntry: 1,
  ReadPages: 8,
  RemoveOld: 3,
  WriteRecords: 8,
  ReadRecords: 5,
  BackgroundOfRecords: 3,
  SetRetrySchedule: 1,
  ReadRetrySchedule: 1,
  RevokeToken: 2,
  ReadTokens: 2,
  NoteDispatcher: 3,
  RemoveDispatcher: 1,
  ReadDispatchers: 3
} as const satisfies Record<Operation["_tag"], number>

const weighted = Object.values(Operation.cases).flatMap((operation) => {
  const tag = operation.fields._tag.schema.literal
  return Array.from({ length: weights[tag] }, () => operation)
})

export const anyOperations: Arbitrary.Arbitrary<ReadonlyArray<Operation>> = Arbitrary.array(
  Arbitrary.schema(Schema.Union(weighted))
)
