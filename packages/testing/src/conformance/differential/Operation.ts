/** What is done to a storage, as data, so that a list of operations that shows a difference can be made shorter. */
import { RecordKind, WebhookStatus } from "@sellerkit/core"
import { Schema } from "effect"
import { listOf, mostly, Which } from "../../property/choices.ts"
import { AnyRecordChange, AnyRecordLookup, BackgroundQuestion } from "../records/recordQuestions.ts"
import { AnyEvent, AnyOutcome, Asking, OwnerName, Seldom, SubscriptionSet, Told } from "./values.ts"

export const Operation = Schema.TaggedUnion({
  Wait: { milliseconds: mostly(Schema.Literals([1, 500, 5000, 10_000, 31_000]), Schema.Literal(86_400_000)) },

  InsertWebhook: {
    owner: OwnerName,
    enabled: mostly(Schema.Literal(true), Schema.Literal(false)),
    subscriptions: SubscriptionSet
  },
  ChangeWebhook: {
    webhook: Which,
    asking: Asking,
    /** Null leaves it as it is. */
    status: Schema.Union([Schema.Null, Schema.Literal("enabled"), Schema.Literal("enabled"), WebhookStatus]),
    subscriptions: mostly(Schema.Null, SubscriptionSet),
    holdSeconds: Schema.Literals([0, 5, 60, 86_400]),
    newSecret: Seldom,
    told: Told,
    refused: Seldom
  },
  /** Disabled, and enabled again at once. */
  RestartWebhook: { webhook: Which },
  RemoveWebhook: { webhook: Which, asking: Asking },
  ChangeService: { owner: OwnerName, disabled: Schema.Boolean, holdSeconds: Schema.Literals([5, 60]) },
  ReadWebhook: { webhook: Which, asking: Asking },
  ReadSecrets: { after: Schema.NullOr(Which), most: Schema.Literals([1, 2, 100]) },
  /** As it was read, or as it once was. */
  ReplaceSecret: { webhook: Which, asRead: mostly(Schema.Literal(true), Schema.Literal(false)) },

  Publish: { owner: OwnerName, events: listOf(AnyEvent, 6) },
  /** And delivers everything that is due, so many events with a request. */
  Deliver: { owner: OwnerName, events: listOf(AnyEvent, 6), eventsPerRequest: Schema.Literals([1, 2, 512, 512]) },
  PublishTest: { webhook: Which, asking: Asking, events: Schema.Literals([1, 2]) },
  ReadEvent: { event: Which, asking: Asking },

  Claim: {
    lanes: Schema.Literals([1, 2, 1000]),
    lanesPerAccount: Schema.Literals([1, 2, 1000]),
    /** A lane of each is in flight already. */
    inFlight: listOf(OwnerName, 4),
    eventsPerLane: Schema.Literals([1, 3, 512]),
    eventsPerRequest: Schema.Literals([1, 2, 512]),
    bytesPerLane: Schema.Literals([500, 100_000]),
    events: Schema.Literals([1, 5, 10_000]),
    bytes: Schema.Literals([50, 1000, 10_000_000]),
    leaseSeconds: Schema.Literals([5, 30])
  },
  Settle: { outcomes: Schema.Array(AnyOutcome).check(Schema.isBetweenLength(1, 3)) },
  Release: { batch: Which },
  EndPause: { webhook: Which, asking: Asking },
  NextDue: { full: listOf(OwnerName, 2) },
  ReadLanes: { owner: OwnerName, webhook: Schema.NullOr(Which) },

  BeginResend: {
    webhook: Which,
    asking: Asking,
    delivery: Schema.NullOr(Which),
    sinceSecond: Schema.Literals([0, 0, 0, 2]),
    untilSecond: Schema.Literals([1, 5, 7, 7]),
    onlyFailed: Schema.Boolean,
    eventsPerSecond: Schema.Literals([1, 2, 100])
  },
  StepResends: { most: Schema.Literals([1, 2, 1000]) },
  CancelResend: { resend: Which, asking: Asking },
  ReadResend: { resend: Which, asking: Asking },

  ReadDelivery: { delivery: Which, asking: Asking },
  RecordRefusal: { owner: OwnerName },
  ReadEntry: { entry: Which, asking: Asking },
  ReadPages: {
    of: Schema.Literals(["events", "accountEvents", "deliveries", "accountDeliveries", "history"]),
    owner: OwnerName,
    webhook: Schema.NullOr(Which),
    /** Of an account's deliveries; null takes all. */
    success: Schema.NullOr(Schema.Boolean),
    limit: Schema.Literals([1, 2, 3, 7, 100]),
    /** The times of known records. */
    from: Schema.NullOr(Which),
    to: Schema.NullOr(Which),
    directions: Schema.Array(Schema.Literals(["older", "newer"])).check(Schema.isBetweenLength(1, 3)),
    /** Each page begins beyond a record of the one before. */
    beyond: Which
  },
  RemoveOld: {
    kind: Schema.Literals([...RecordKind.literals, "history"]),
    ageSeconds: Schema.Literals([0, 10, 12 * 3600]),
    most: Schema.Literals([1, 5, 500])
  },

  WriteRecords: {
    owner: OwnerName,
    changes: listOf(AnyRecordChange, 6),
    lookups: listOf(AnyRecordLookup, 1),
    events: listOf(AnyEvent, 2),
    refused: Seldom
  },
  ReadRecords: { owner: OwnerName, lookups: listOf(AnyRecordLookup, 3) },
  BackgroundOfRecords: BackgroundQuestion,

  /** Null removes it. */
  SetRetrySchedule: { owner: OwnerName, firstSeconds: Schema.NullOr(Schema.Literals([1, 10])) },
  ReadRetrySchedule: { owner: OwnerName },

  RevokeToken: { token: Schema.Literals(["a", "b", "c"]), validSeconds: Schema.Literals([1, 60, 86_400]) },
  ReadTokens: {},

  NoteDispatcher: { dispatcher: Schema.Literals([1, 2, 3]), forgottenSeconds: Schema.Literals([10, 60, 86_400]) },
  RemoveDispatcher: { dispatcher: Schema.Literals([1, 2, 3]) },
  ReadDispatchers: { withinSeconds: Schema.Literals([1, 30, 1_000_000]) }
})
export type Operation = typeof Operation.Type

export type OperationOf<Tag extends Operation["_tag"]> = Extract<Operation, { readonly _tag: Tag }>
