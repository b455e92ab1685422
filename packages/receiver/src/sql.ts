/** `@sellerkit/receiver/sql`: processed events in a database of the host's. */
export type { Dialect, RunStatement, TableOptions } from "./sql/Table.ts"
export { sqlStore, type SqlStoreOptions, type TableMaintenance } from "./sql/sqlStore.ts"
export { transactionStore, type Transact, type TransactionStoreOptions } from "./sql/transactionStore.ts"
