/** Test events during a pause, and what comes after a lease that is over, wait no longer where the clock was set back. */
import { followClock, scheduleLanes } from "../functions/lanes.ts"
import { dropFunctions } from "./dropFunctions.ts"
import { runInOrder } from "./runInOrder.ts"

const statements: ReadonlyArray<string> = [
  dropFunctions(["follow_clock", "schedule_lanes"]),
  followClock,
  scheduleLanes
]

export const clockSetBack = runInOrder(statements)
