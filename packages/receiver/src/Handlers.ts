/** What the host does with events. */
import type { ReceivedEvent } from "./events/EventTypes.ts"

export interface HandlerContext<Transaction = undefined> {
  /** Of the notification that brings the event. */
  readonly requestId: string
  /**
   * Aborted once the answer is given. What the handler does after that is not lost, but the answer has asked for the event again.
   */
  readonly signal: AbortSignal
  /** From the store, so that the handler's writes and the event's mark happen together. */
  readonly transaction: Transaction
}

/** When it throws, or its promise rejects, the event comes again. */
export type Handler<Event, Transaction = undefined> = (event: Event, context: HandlerContext<Transaction>) => unknown

/** Events that nobody handles are accepted, and not remembered. */
export interface Handlers<Types extends object, Transaction = undefined> {
  /** By the event's name: `"content/card_changed"`. */
  readonly on: {
    readonly [Name in keyof Types & string]?: Handler<ReceivedEvent<Name, Types[Name]>, Transaction>
  }
  /** Test events, of whatever type: their payload is an example, and nothing has happened. */
  readonly onTest?: Handler<ReceivedEvent, Transaction>
  /** Events that have no handler in `on`, with whatever payload they have. */
  readonly onOther?: Handler<ReceivedEvent, Transaction>
}

export const handlerOf = <Types extends object, Transaction>(
  { on, onOther, onTest }: Handlers<Types, Transaction>,
  { name, test }: ReceivedEvent
): Handler<ReceivedEvent, Transaction> | undefined => {
  if (test) return onTest
  const handlers = on as Readonly<Record<string, Handler<ReceivedEvent, Transaction> | undefined>>
  return handlers[name] ?? onOther
}
