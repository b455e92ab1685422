/**
 * How statements within functions find rows: each by its key, whatever the statistics say. Tables such as `pending` are empty one
 * moment and full the next, and so is the partition of a new week: a plan made for an empty table would read all of a full one,
 * until statistics are gathered again.
 *
 * A statement begins with the lists that are its parameters, and looks up a row for each of their elements: `eachOf` keeps the
 * planner from turning that around. Rows that change are then named by their `ctid`, and in a partitioned table by their `number`
 * as well, which says in which partition they are. The `number` has to come from where the `ctid` comes from. Lists are not
 * joined with one another.
 */
const plans = (hashJoins: "off" | "on"): string =>
  `set enable_seqscan = off set enable_hashjoin = ${hashJoins} set enable_mergejoin = off set enable_memoize = off ` +
  "set plan_cache_mode = force_generic_plan set jit = off"

export const indexedPlans = plans("off")

/** For a function that joins a list with all of a small table. */
export const hashedPlans = plans("on")
