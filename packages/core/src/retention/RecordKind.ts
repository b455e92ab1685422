/** What storages keep in ways of their own, and remove when old. The records of collections are removed by `Records`. */
import { Schema } from "effect"

export const RecordKind = Schema.Literals([
  /** Accepted events, with what became of them at each webhook. Those that still wait stay. */
  "events",
  /** Attempts to deliver. */
  "deliveries",
  /** Deleted webhooks that no record refers to any more, and jobs that have ended. */
  "remains"
])
export type RecordKind = typeof RecordKind.Type
