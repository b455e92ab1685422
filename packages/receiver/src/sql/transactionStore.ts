/**
 * Processed events in a table, marked in the transaction that the handler writes in: both happen, or neither, whatever dies
 * and when. Another request with the same event waits for the transaction, and finds the mark, or handles the event when the
 * transaction was undone.
 */
import { type Platform, systemPlatform } from "../Platform.ts"
import type { ProcessedEvents } from "../ProcessedEvents.ts"
import { dayMilliseconds, type TableMaintenance } from "./sqlStore.ts"
import { makeTable, type RunStatement, type TableOptions } from "./Table.ts"

/**
 * Begins a transaction, calls `work`, commits when it is done, and undoes everything when it fails. `run` is a statement in
 * that transaction; `transaction` is what the handlers get.
 */
export type Transact<Transaction> = <Result>(
  work: (run: RunStatement, transaction: Transaction) => Promise<Result>
) => Promise<Result>

export interface TransactionStoreOptions<Transaction> extends TableOptions {
  readonly transact: Transact<Transaction>
  /** For tests. */
  readonly platform?: Platform
}

export const transactionStore = <Transaction>({
  platform = systemPlatform,
  transact,
  ...options
}: TransactionStoreOptions<Transaction>): ProcessedEvents<Transaction> & TableMaintenance => {
  const table = makeTable(options)
  return {
    once: (event, handle) =>
      transact(async (run, transaction) => {
        // No other transaction ever sees this lease: the mark replaces it, or it is undone.
        const state = await table.claim(run, event, platform.randomId(), 0)
        if (state !== "claimed") return state
        await handle(transaction)
        await table.finish(run, event)
        return "handled"
      }),
    createTable: () => transact((run) => table.create(run)),
    forget: (days) => transact((run) => table.forget(run, days * dayMilliseconds))
  }
}
