/** Operations on records. */
import { DateTime } from "effect"
import { Effect } from "effect"
import { toNewEvent } from "./eventOperations.ts"
import type { OperationOf } from "../Operation.ts"
import { owners } from "../owners.ts"
import * as Questions from "../../records/recordQuestions.ts"
import type { Trial } from "../Trial.ts"

const accountOf = (name: keyof typeof owners) => {
  const { sandbox, sellerId } = owners[name]
  return { sandbox, sellerId }
}

export const writeRecords = Effect.fnUntraced(function* (
  operation: OperationOf<"WriteRecords">,
  { drivers, world }: Trial
) {
  const { changes, lookups, owner, refused } = operation
  const events = operation.events.map((given) => {
    const { idempotencyKey: _, ...event } = toNewEvent(given, world)
    return event
  })
  const decision = { changes, lookups, events, refused }
  // Both drivers are given the same.
  yield* drivers.ask(Questions.writeRecords(accountOf(owner), decision, () => world.nextNumber()))
  if (refused) return
  for (const { id, time } of events) {
    world.addEvent({ id, owner: owners[owner], time: DateTime.toEpochMillis(time) }, 1)
  }
})

export const readRecords = ({ lookups, owner }: OperationOf<"ReadRecords">, { drivers }: Trial) =>
  drivers.ask(Questions.readRecords(accountOf(owner), lookups))

export const backgroundOfRecords = (operation: OperationOf<"BackgroundOfRecords">, { drivers }: Trial) =>
  drivers.ask(Questions.backgroundOfRecords(operation))
