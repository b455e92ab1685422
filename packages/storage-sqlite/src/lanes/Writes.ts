/**
 * The writes that every event takes part in, by name and in plain values, so that another thread can make them. Other writes are
 * rare, and decide with functions of their callers.
 */
import { appendEvents } from "./Append.ts"
import type { CarryingHost } from "./CarriedLanes.ts"
import { showCarried, showSuccesses } from "./CarriedRows.ts"
import { claimLanes } from "./Claim.ts"
import { releaseLanes, settleOutcomes } from "./Settle.ts"

const writes = {
  "EventStore.append": appendEvents,
  "DeliveryQueue.claim": claimLanes,
  "DeliveryQueue.settle": settleOutcomes,
  "DeliveryQueue.release": releaseLanes,
  "DeliveryQueue.showCarried": showCarried,
  "DeliveryLog.showSuccesses": showSuccesses
}

export type WriteName = keyof typeof writes
export type WriteInput<Name extends WriteName> = Parameters<(typeof writes)[Name]>[1]
export type WriteOutput<Name extends WriteName> = ReturnType<(typeof writes)[Name]>

/** Part of a transaction of the host's. */
export const performWrite = <Name extends WriteName>(
  host: CarryingHost,
  name: Name,
  input: WriteInput<Name>
): WriteOutput<Name> => {
  // The table has the input and the output of each name, which TypeScript does not relate here.
  const write = writes[name] as (host: CarryingHost, input: WriteInput<Name>) => unknown
  return write(host, input) as WriteOutput<Name>
}
