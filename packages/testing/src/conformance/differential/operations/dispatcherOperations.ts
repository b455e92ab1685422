/** Operations on dispatchers. */
import { DispatcherId, DispatcherStore } from "@sellerkit/core"
import { Duration, Effect } from "effect"
import { uuid } from "../../../fixtures.ts"
import type { OperationOf } from "../Operation.ts"
import type { Trial } from "../Trial.ts"

const idOf = (dispatcher: number) => DispatcherId.make(uuid(dispatcher))

export const noteDispatcher = (operation: OperationOf<"NoteDispatcher">, { drivers }: Trial) => {
  const { dispatcher, forgottenSeconds } = operation
  const named = { id: idOf(dispatcher), name: `Dispatcher ${dispatcher}` }
  return drivers.ask(Effect.flatMap(DispatcherStore, (store) => store.note(named, Duration.seconds(forgottenSeconds))))
}

export const removeDispatcher = ({ dispatcher }: OperationOf<"RemoveDispatcher">, { drivers }: Trial) =>
  drivers.ask(Effect.flatMap(DispatcherStore, (store) => store.remove(idOf(dispatcher))))

export const readDispatchers = ({ withinSeconds }: OperationOf<"ReadDispatchers">, { drivers }: Trial) =>
  drivers.ask(Effect.flatMap(DispatcherStore, (store) => store.seen(Duration.seconds(withinSeconds))))
