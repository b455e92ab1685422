/**
 * Every migration, in order. One that was released is never changed, but for the functions that it makes: it makes them as they are
 * now, and a later migration replaces them where they were made before. What each leads to is written down by `npm run schema`,
 * in the folder `schema` of the package; a test compares.
 */
import type { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { webhooks } from "./0001_webhooks.ts"
import { records } from "./0002_records.ts"
import { onRecords } from "./0003_onRecords.ts"
import { placesOfRecords } from "./0004_placesOfRecords.ts"
import { partsOfRecords } from "./0005_partsOfRecords.ts"
import { dispatchers } from "./0006_dispatchers.ts"
import { carried } from "./0007_carried.ts"
import { fewerStatements } from "./0008_fewerStatements.ts"
import { deliveredRuns } from "./0009_deliveredRuns.ts"
import { fewerCopies } from "./0010_fewerCopies.ts"
import { runsAtOnce } from "./0011_runsAtOnce.ts"
import { plainLists } from "./0012_plainLists.ts"
import { lanesFirst } from "./0013_lanesFirst.ts"
import { attemptRuns } from "./0014_attemptRuns.ts"
import { looksGiveWay } from "./0015_looksGiveWay.ts"
import { clockSetBack } from "./0016_clockSetBack.ts"

export type Migration = Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient>

export const migrations = {
  "0001_webhooks": webhooks,
  "0002_records": records,
  "0003_onRecords": onRecords,
  "0004_placesOfRecords": placesOfRecords,
  "0005_partsOfRecords": partsOfRecords,
  "0006_dispatchers": dispatchers,
  "0007_carried": carried,
  "0008_fewerStatements": fewerStatements,
  "0009_deliveredRuns": deliveredRuns,
  "0010_fewerCopies": fewerCopies,
  "0011_runsAtOnce": runsAtOnce,
  "0012_plainLists": plainLists,
  "0013_lanesFirst": lanesFirst,
  "0014_attemptRuns": attemptRuns,
  "0015_looksGiveWay": looksGiveWay,
  "0016_clockSetBack": clockSetBack
} satisfies Readonly<Record<string, Migration>>
