/** Every migration, in order. One that has been released is never edited. */
import { webhooks } from "./0001_webhooks.ts"
import { records } from "./0002_records.ts"
import { onRecords } from "./0003_onRecords.ts"
import { placesOfRecords } from "./0004_placesOfRecords.ts"
import { dispatchers } from "./0005_dispatchers.ts"
import { fewerRows } from "./0006_fewerRows.ts"
import { carriedFrom } from "./0007_carriedFrom.ts"
import { blocksAndRuns } from "./0008_blocksAndRuns.ts"
import { rateBuckets } from "./0009_rateBuckets.ts"
import { successLog } from "./0010_successLog.ts"
import type { Migration } from "./Migration.ts"

export const migrations: ReadonlyArray<Migration> = [
  webhooks,
  records,
  onRecords,
  placesOfRecords,
  dispatchers,
  fewerRows,
  carriedFrom,
  blocksAndRuns,
  rateBuckets,
  successLog
]
