/** What a look into a PostgreSQL database says of it. */
import { clockTolerance } from "@sellerkit/core"
import * as PgStorage from "@sellerkit/storage-pg"
import { DateTime, Duration } from "effect"
import { counted } from "../output/counted.ts"
import { shownDuration } from "../output/times.ts"
import { type Check, ok, problem, warning } from "./Check.ts"

// our choice: half of what is made ahead.
const soon = Duration.days(7)

// our choice: the most that one process opens.
const ofOneProcess = 10

const fromProblem = (name: string, found: PgStorage.ServerProblem): Check => problem(name, found.message, found.advice)

const judgeServer = ({ server }: PgStorage.Inspection): Check => {
  const found = PgStorage.judgeServer(server)
  return found === undefined
    ? ok("database", `PostgreSQL ${Math.floor(server.version / 10_000)} answers, schema ${server.schema}`)
    : fromProblem("database", found)
}

/** A schema that is older, or missing: who may change it. */
const judgeSchema = ({ mayMigrate, server, user }: PgStorage.Inspection): ReadonlyArray<Check> => {
  const found = PgStorage.judgeSchema(server)
  if (found === undefined) return []
  return [
    mayMigrate
      ? ok("schema", `${found.message}. ${user} may change it, and does on the next start`)
      : fromProblem("schema", found)
  ]
}

const judgeRights = ({ notUsable, notWritable, server, user }: PgStorage.Inspection): ReadonlyArray<Check> => {
  if (server.schema === 0) return []
  const lacking = [
    ...(notWritable.length === 0 ? [] : [`${counted(notWritable.length, "table")}: ${notWritable.join(", ")}`]),
    ...(notUsable.length === 0 ? [] : [notUsable.join(", ")])
  ]
  if (lacking.length === 0) return [ok("rights", `${user} may use all tables, sequences and functions`)]
  const message = `${user} may not use ${lacking.join("; nor ")}`
  return [problem("rights", message, `Let the owner of the tables run sellerkit migrate --grant-to ${user}`)]
}

const judgeClock = ({ now }: PgStorage.Inspection, ours: number): Check => {
  const difference = Duration.millis(Math.abs(now - ours))
  if (Duration.isLessThanOrEqualTo(difference, Duration.seconds(clockTolerance))) {
    return ok("clock", "The same as that of the database")
  }
  const message = `This machine's clock is ${shownDuration(difference)} ${now > ours ? "behind" : "ahead of"} that of the database`
  return warning(
    "clock",
    message,
    "The database's counts for deliveries, this machine's for tokens: keep both right with NTP"
  )
}

const judgePartitions = ({
  now,
  partitionsUntil,
  server,
  withoutPartition
}: PgStorage.Inspection): ReadonlyArray<Check> => {
  if (server.schema === 0) return []
  const advice = "A dispatcher makes them every ten minutes: let one run, and see its log"
  if (partitionsUntil === undefined || partitionsUntil < now) {
    return [problem("partitions", "There is no partition for what is written now", advice)]
  }
  const left = Duration.millis(partitionsUntil - now)
  const until = DateTime.formatIsoDateUtc(DateTime.makeUnsafe(partitionsUntil))
  const ahead = Duration.isLessThan(left, soon)
    ? warning("partitions", `Partitions are made until ${until} only`, advice)
    : ok("partitions", `Made until ${until}`)
  if (withoutPartition.length === 0) return [ahead]
  const message = `There are records outside of all partitions: ${withoutPartition.join(", ")}`
  return [
    ahead,
    warning(
      "partitions",
      message,
      "They are removed one by one when they are old enough. See whether a dispatcher runs"
    )
  ]
}

const judgeAutovacuum = ({ autovacuum }: PgStorage.Inspection): Check =>
  autovacuum
    ? ok("autovacuum", "It is on")
    : problem("autovacuum", "It is off, so that tables grow and become slow", "Set autovacuum = on at the server")

const judgeConnections = (
  { connections, maxConnections, reservedConnections }: PgStorage.Inspection,
  processes: number
): Check => {
  // Superusers may have taken what is reserved as well.
  const free = Math.max(0, maxConnections - reservedConnections - connections)
  const needed = processes * ofOneProcess
  const takers = processes === 1 ? "a process takes" : `${processes} processes take`
  const message = `${free} of ${maxConnections} connections are free or of this service, and ${takers} up to ${needed}`
  return free >= needed
    ? ok("connections", message)
    : warning("connections", message, "Raise max_connections, start fewer processes, or put a pooler in between")
}

const judgeNotify = ({ notifies }: PgStorage.Inspection): Check =>
  notifies
    ? ok("notify", "What one process says reaches the others")
    : warning(
        "notify",
        "What one process says does not reach the others, so that deliveries begin up to five seconds later",
        "A pooler in transaction mode does that: give an address that leads to the server itself, or let it pool sessions"
      )

/** Everything that one look shows. `processes`: how many the settings have started. */
export const judgeInspection = (
  inspection: PgStorage.Inspection,
  ours: number,
  processes: number
): ReadonlyArray<Check> => [
  judgeServer(inspection),
  ...judgeSchema(inspection),
  ...judgeRights(inspection),
  judgeClock(inspection, ours),
  ...judgePartitions(inspection),
  judgeAutovacuum(inspection),
  judgeConnections(inspection, processes),
  judgeNotify(inspection)
]
