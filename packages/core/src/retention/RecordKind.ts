/** What is kept for a time of its own. */
import { Schema } from "effect"

export const RecordKind = Schema.Literals([
  /** Accepted events, with what became of them at each webhook. Those that still wait stay. */
  "events",
  /** Attempts to deliver. */
  "deliveries",
  /** Changes of webhooks. */
  "history",
  /** Deleted webhooks that no record refers to any more, and jobs that have ended. */
  "remains"
])
export type RecordKind = typeof RecordKind.Type

/** What storages keep in a way of their own (`RetentionStore`): all but the records of collections. */
export type OwnRecordKind = Exclude<RecordKind, "history">
