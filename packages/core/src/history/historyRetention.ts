/** How long the change history is kept. */
import { Duration } from "effect"
import { recordRetention } from "../records/recordRetention.ts"
import { historyEntries } from "./historyEntries.ts"

// our choice: a year to see who changed what.
export const historyRetention = recordRetention(historyEntries, Duration.days(365))
